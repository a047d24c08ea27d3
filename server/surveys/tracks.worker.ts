import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from '../jobs/thread.ts';
import { readCsv } from './csv.ts';
import { readGeojson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { UnreadableTrack, type ReadTrack } from './track.ts';

/** The thread that reads tracks; it is started by read-tracks.ts. */
const port = parentPort!;
const say = (message: ThreadMessage<never, ReadTrack[]>) => port.postMessage(message);

port.on('message', ({ file }: { file: string }) => {
  read(file).then(
    (value) => say({ kind: 'done', value }),
    (thrown: unknown) => {
      // What is no fault of the file ends the thread, and tells the server why.
      if (!(thrown instanceof UnreadableTrack))
        setImmediate(() => {
          throw thrown;
        });
      else say({ kind: 'failed', failure: thrown.key, values: thrown.values });
    },
  );
});

/** Told by its first character: XML begins with `<`, JSON with `{`. */
async function read(file: string): Promise<ReadTrack[]> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  const first = text.trimStart()[0];
  const tracks = first === '<' ? readGpx(text) : first === '{' ? readGeojson(text) : readCsv(text);
  const walked = tracks.filter(({ positions }) => positions.length > 0);
  if (walked.length === 0) throw new UnreadableTrack('track-empty');
  return walked;
}
