import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from '../jobs/thread.ts';
import { UnusableDem } from './dem/unusable.ts';
import { makeTerrain, type Made, type MakeTask } from './make.ts';
import type { TerrainSaid } from './make-in-thread.ts';

/** The thread that makes terrains; it is started by make-in-thread.ts. */
const port = parentPort!;
const say = (message: ThreadMessage<TerrainSaid, Made>) => port.postMessage(message);

const TELL_EVERY = 200;

port.on('message', (task: MakeTask) => {
  let toldAt = 0;
  const progress = (part: number) => {
    const now = Date.now();
    if (now - toldAt < TELL_EVERY) return;
    toldAt = now;
    say({ kind: 'said', said: { part } });
  };
  makeTerrain(task, progress).then(
    (value) => say({ kind: 'done', value }),
    (thrown: unknown) => {
      const { key, values } = thrown instanceof UnusableDem ? thrown : fault(thrown);
      say({ kind: 'failed', failure: key, values });
    },
  );
});

/** What our own files throw ends the thread, and tells the server why; what reading throws is the file's fault. */
function fault(thrown: unknown): UnusableDem {
  const code = (thrown as NodeJS.ErrnoException).code;
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    setImmediate(() => {
      throw thrown;
    });
  return new UnusableDem('damaged');
}
