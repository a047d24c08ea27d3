import { readFile } from 'node:fs/promises';
import { canProject, loadCrs } from '#core/geodesy';
import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { readCsv } from './csv.ts';
import { readGeojson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { readNmea } from './nmea.ts';
import type { TrackTask } from './read-tracks.ts';
import { isSbet, readSbet } from './sbet.ts';
import { UnreadableTrack, type ReadTrack } from './track.ts';

/** The thread that reads tracks; started by read-tracks.ts. */
answerTasks<TrackTask, never, ReadTrack[]>(async (task) => {
  const tracks = await read(task);
  const walked = tracks.filter(({ positions }) => positions.length > 0);
  if (walked.length === 0) throw new UnreadableTrack('track-empty');
  return walked;
});

/** Detects the format by its first characters: `<` for XML, `{` for JSON, `$` for NMEA, numbers for SBET. */
async function read({ file, columns, crs, day }: TrackTask): Promise<ReadTrack[]> {
  const content = await readFile(file);
  if (isSbet(content)) return readSbet(content, day);
  // A file of numbers that is cut off would be shown as if they were names of columns.
  if (content.subarray(0, 1_000).includes(0)) throw new UnreadableTrack('track-no-text');
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  const first = text.trimStart()[0];
  if (first === '<') return readGpx(text);
  if (first === '{') return readGeojson(text);
  if (
    /^\s*(?:[^\n]{0,80}\n){0,5}[^\n]{0,80}\$[A-Z]{2}(?:GGA|RMC|GSA|GSV|GLL|VTG|ZDA|GST|GNS|TXT)/.test(
      text.slice(0, 1000),
    )
  )
    return readNmea(text);
  if (crs !== undefined) {
    await loadCrs(crs);
    if (!canProject(crs)) throw new UnreadableTrack('track-no-crs', { crs });
  }
  return readCsv(text, { columns, crs });
}
