import { outsideTransaction } from '../../../platform/db/nesting.ts';
import { startThread } from '../../../base/thread.ts';
import { JOB_LIMITS, type Failure, type FromSandbox, type SandboxTask, type ToSandbox } from './messages.ts';

/** Heap of the thread around the interpreter, megabytes. */
const THREAD_MEMORY = 96;

export type Outcome =
  | { readonly state: 'done'; readonly result: string }
  | { readonly state: 'failed'; readonly reason: Failure | 'whole'; readonly detail: string };

/**
 * Runs a job in a thread of its own, which is ended with it. `answer` resolves to JSON; what it throws is the problem that the
 * job gets.
 */
export function runInSandbox(
  task: SandboxTask,
  answer: (name: string, values: unknown) => Promise<unknown>,
  signal: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const worker = outsideTransaction(() =>
      startThread(new URL('./sandbox.worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY },
      }),
    );
    const end = (outcome: Outcome) => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      worker.removeAllListeners();
      void worker.terminate();
      resolve(outcome);
    };
    const fail = (reason: Failure | 'whole', detail = '') => end({ state: 'failed', reason, detail });
    const stop = () => fail('broken', 'The server stops.');
    const late = setTimeout(() => fail('whole'), JOB_LIMITS.whole);
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: FromSandbox) => {
      if (message.kind === 'done') end({ state: 'done', result: message.value });
      else if (message.kind === 'failed') fail(message.reason, message.detail);
      else void reply(message);
    });
    worker.on('error', (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken', error.message.slice(0, 500)),
    );
    worker.on('exit', () => fail('broken', 'The thread ended without an answer.'));
    worker.postMessage(task);

    async function reply({ number, name, values }: Extract<FromSandbox, { kind: 'call' }>): Promise<void> {
      const said = await Promise.resolve()
        .then(() => answer(name, JSON.parse(values)))
        .then(
          (value): ToSandbox => ({ number, value: JSON.stringify(value ?? null) }),
          (thrown: unknown): ToSandbox => ({
            number,
            problem: String((thrown as Error).message).slice(0, 500),
          }),
        );
      worker.postMessage(said);
    }
  });
}
