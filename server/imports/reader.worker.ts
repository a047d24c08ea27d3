import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from '../jobs/thread.ts';
import type { ReaderSaid } from './read-in-thread.ts';
import { Unreadable } from './readers/problems.ts';
import { read } from './readers/reading.ts';
import type { Reading, ReadingTask } from './readers/task.ts';

const TELL_EVERY = 200;

const port = parentPort;
if (!port)
  throw new Error('This file is the thread that reads an upload; it is started by read-in-thread.ts.');
const say = (message: ThreadMessage<ReaderSaid, Reading>) => port.postMessage(message);

port.on('message', (task: ReadingTask) => void carryOut(task));

async function carryOut(task: ReadingTask): Promise<void> {
  let toldAt = 0;
  try {
    const value = await read(task, {
      progress: (part) => {
        const now = Date.now();
        if (now - toldAt < TELL_EVERY) return;
        toldAt = now;
        say({ kind: 'said', said: { part } });
      },
      written: (written) => say({ kind: 'said', said: { written } }),
    });
    say({ kind: 'done', value });
  } catch (thrown) {
    // What is no fault of the file ends the thread, and tells the server why.
    if (!(thrown instanceof Unreadable))
      setImmediate(() => {
        throw thrown;
      });
    else say({ kind: 'failed', failure: thrown.kind, values: thrown.values });
  }
}
