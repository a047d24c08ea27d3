import { Unusable } from '../../base/unusable.ts';
import type { ThreadMessage } from './thread.ts';

/**
 * The process's side of `runInChild`: runs the task and answers with its value, or with why it is `Unusable`. Any other
 * error is a bug, not bad input: it ends the process and reports it to the server, as does the end of the server.
 */
export function answerOne<Task, Message, Value>(
  work: (task: Task, post: (message: Message) => void) => Value | Promise<Value>,
): void {
  const send = (message: ThreadMessage<Message, Value>) => process.send!(message);
  process.once('disconnect', () => process.exit(1));
  process.once('message', (task: Task) => {
    void (async () => work(task, (message) => send({ kind: 'message', message })))().then(
      (value) => send({ kind: 'done', value }),
      (thrown: unknown) => {
        if (thrown instanceof Unusable)
          return send({ kind: 'failed', failure: thrown.key, values: thrown.values });
        process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`, () =>
          process.exit(1),
        );
        return undefined;
      },
    );
  });
}
