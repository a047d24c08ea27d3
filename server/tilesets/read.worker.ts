import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from '../jobs/thread.ts';
import { readArchive, type ReadArchive } from './archive/read.ts';
import type { ArchiveSaid } from './read-in-thread.ts';
import { UnusableTileset } from './unusable.ts';

/** The thread that reads archives; it is started by read-in-thread.ts. */
const port = parentPort!;
const say = (message: ThreadMessage<ArchiveSaid, ReadArchive>) => port.postMessage(message);

const TELL_EVERY = 200;

port.on('message', (file: string) => {
  let toldAt = 0;
  const progress = (part: number) => {
    const now = Date.now();
    if (now - toldAt < TELL_EVERY) return;
    toldAt = now;
    say({ kind: 'said', said: { part } });
  };
  readArchive(file, progress).then(
    (value) => say({ kind: 'done', value }),
    (thrown: unknown) => {
      // What is no fault of the archive's ends the thread, and tells the server why.
      if (!(thrown instanceof UnusableTileset))
        return setImmediate(() => {
          throw thrown;
        });
      say({ kind: 'failed', failure: thrown.key, values: thrown.values });
    },
  );
});
