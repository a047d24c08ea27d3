import type { Worker } from 'node:worker_threads';
import { outsideTransaction } from '../db/nesting.ts';
import { startThread } from '../../base/thread.ts';
import { JobFailure } from './kind.ts';

/** What a thread posts: any number of `message`, then `done` or `failed` once. */
export type ThreadMessage<Message, Value> =
  | { kind: 'message'; message: Message }
  | { kind: 'done'; value: Value }
  | { kind: 'failed'; failure: string; values: Record<string, string | number> };

export interface ThreadOptions<Message> {
  signal: AbortSignal;
  onMessage(message: Message): void;
  /** Creates the error to throw for a failure of the task. */
  failure(failure: string, values: Record<string, string | number>): Error;
}

/** Milliseconds an idle thread is kept: a person's next step finds it ready. */
const IDLE_LIFETIME = 60_000;

/**
 * Threads for one kind of work on untrusted input, outside the server's heap and event loop. A thread that ran out of
 * memory, was stopped or crashed is not reused.
 */
export class Threads<Task, Message, Value> {
  readonly #file: URL;
  readonly #memory: number;
  #idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];

  /** `memory`: heap limit of a thread in megabytes; beyond it only the thread ends. */
  constructor(file: URL, memory: number) {
    this.#file = file;
    this.#memory = memory;
  }

  /** Starts a thread in advance if none is idle. */
  warm(): void {
    if (this.#idle.length === 0) this.#keep(this.#start());
  }

  /** Throws AbortError, JobFailure when out of memory, or the error made by `options.failure`. */
  run(task: Task, { signal, onMessage, failure }: ThreadOptions<Message>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (signal.aborted) return reject(abortError());
      const worker = this.#take();
      const settle = (reuse: boolean) => {
        signal.removeEventListener('abort', stop);
        unhear(worker);
        if (reuse) this.#keep(worker);
        else void worker.terminate();
      };
      const stop = () => {
        settle(false);
        reject(abortError());
      };
      signal.addEventListener('abort', stop, { once: true });
      worker.on('message', (message: ThreadMessage<Message, Value>) => {
        if (message.kind === 'message') return onMessage(message.message);
        settle(true);
        if (message.kind === 'done') resolve(message.value);
        else reject(failure(message.failure, message.values));
      });
      worker.on('error', (error: Error & { code?: string }) => {
        settle(false);
        const memory = this.#memory;
        const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(full ? new JobFailure('jobs.out-of-memory', { memory }) : error);
      });
      worker.on('exit', () => {
        settle(false);
        reject(new Error('The thread of a job ended without an answer.'));
      });
      worker.postMessage(task);
    });
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#memory };
    return outsideTransaction(() => startThread(this.#file, { resourceLimits }));
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (!idle) return this.#start();
    clearTimeout(idle.timer);
    unhear(idle.worker);
    idle.worker.ref();
    return idle.worker;
  }

  #keep(worker: Worker): void {
    const drop = () => {
      clearTimeout(idle.timer);
      this.#idle = this.#idle.filter((other) => other !== idle);
      void worker.terminate();
    };
    const timer = outsideTransaction(() => setTimeout(drop, IDLE_LIFETIME));
    timer.unref();
    const idle = { worker, timer };
    worker.once('error', drop);
    worker.once('exit', drop);
    worker.unref();
    this.#idle.push(idle);
  }
}

/** Removes only listeners added here: Node's own keep the worker's messages coming. */
function unhear(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function abortError(): Error {
  return new DOMException('The job was stopped.', 'AbortError');
}
