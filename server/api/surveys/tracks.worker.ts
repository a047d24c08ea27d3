import { readFile } from 'node:fs/promises';
import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { readCsv } from './csv.ts';
import { readGeojson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { UnreadableTrack, type ReadTrack } from './track.ts';

/** The thread that reads tracks; started by read-tracks.ts. */
answerTasks<{ file: string }, never, ReadTrack[]>(({ file }) => read(file));

/** Detects the format by its first character: `<` for XML, `{` for JSON. */
async function read(file: string): Promise<ReadTrack[]> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  const first = text.trimStart()[0];
  const tracks = first === '<' ? readGpx(text) : first === '{' ? readGeojson(text) : readCsv(text);
  const walked = tracks.filter(({ positions }) => positions.length > 0);
  if (walked.length === 0) throw new UnreadableTrack('track-empty');
  return walked;
}
