import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread.ts';
import { Unusable } from '../../base/unusable.ts';

/** Milliseconds between progress messages. */
const PROGRESS_INTERVAL = 200;

/**
 * The thread's side of `Threads`: runs each task and answers with its value, or with why it is `Unusable`. Any other
 * error is a bug, not bad input: it ends the thread and reports it to the server.
 */
export function answerTasks<Task, Message, Value>(
  work: (task: Task, post: (message: Message) => void) => Value | Promise<Value>,
): void {
  const port = parentPort;
  if (!port) throw new Error('This file is a thread that the server starts; it does nothing alone.');
  const send = (message: ThreadMessage<Message, Value>) => port.postMessage(message);
  const post = (message: Message) => send({ kind: 'message', message });
  const carryOut = async (task: Task) => work(task, post);
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

/** Throttles progress to what a person can see. */
export function nowAndThen(report: (part: number) => void): (part: number) => void {
  let reportedAt = 0;
  return (part) => {
    const now = Date.now();
    if (now - reportedAt < PROGRESS_INTERVAL) return;
    reportedAt = now;
    report(part);
  };
}
