import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread.ts';
import { Unusable } from '../../base/unusable.ts';

/** Milliseconds between two words on how far the work is. */
const TELL_EVERY = 200;

/**
 * The other end of `Threads`, within the thread: does each task it is sent and answers with its value, or with why it
 * is `Unusable`. Whatever else is thrown is no fault of the input: it ends the thread, and tells the server why.
 */
export function answerTasks<Task, Said, Value>(
  work: (task: Task, say: (said: Said) => void) => Value | Promise<Value>,
): void {
  const port = parentPort;
  if (!port) throw new Error('This file is a thread that the server starts; it does nothing alone.');
  const send = (message: ThreadMessage<Said, Value>) => port.postMessage(message);
  const say = (said: Said) => send({ kind: 'said', said });
  const carryOut = async (task: Task) => work(task, say);
  port.on('message', (task: Task) => {
    carryOut(task).then(
      (value) => send({ kind: 'done', value }),
      (thrown: unknown) => {
        if (thrown instanceof Unusable)
          return send({ kind: 'failed', failure: thrown.key, values: thrown.values });
        setImmediate(() => {
          throw thrown;
        });
      },
    );
  });
}

/** Passes on how far the work is, as often as a person can see. */
export function nowAndThen(tell: (part: number) => void): (part: number) => void {
  let toldAt = 0;
  return (part) => {
    const now = Date.now();
    if (now - toldAt < TELL_EVERY) return;
    toldAt = now;
    tell(part);
  };
}
