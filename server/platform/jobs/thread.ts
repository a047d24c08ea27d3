import type { Worker } from 'node:worker_threads';
import { outsideTransaction } from '../db/nesting.ts';
import { startThread } from '../../base/thread.ts';
import { JobFailure } from './kind.ts';

/** What a job's thread sends back: anything while it works (`said`), then one of the others. */
export type ThreadMessage<Said, Value> =
  | { kind: 'said'; said: Said }
  | { kind: 'done'; value: Value }
  | { kind: 'failed'; failure: string; values: Record<string, string | number> };

export interface ThreadOptions<Said> {
  signal: AbortSignal;
  hear(said: Said): void;
  /** The error to throw for what the thread says has failed. */
  failure(failure: string, values: Record<string, string | number>): Error;
}

/** An idle thread is kept so long, milliseconds: the next step of the same person finds it warm. */
const KEPT = 60_000;

/**
 * Threads that do one kind of work on hostile input, away from the server's own heap and event loop. One that ran out
 * of memory, was stopped or broke is not used again.
 */
export class Threads<Task, Said, Value> {
  readonly #file: URL;
  readonly #memory: number;
  #idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];

  /** `memory`: heap a thread may grow to, megabytes; beyond it the thread ends alone. */
  constructor(file: URL, memory: number) {
    this.#file = file;
    this.#memory = memory;
  }

  /** Starts a thread ahead of its work, where none is idle. */
  warm(): void {
    if (this.#idle.length === 0) this.#keep(this.#start());
  }

  /** @throws AbortError, JobFailure when it runs out of memory, or what `options.failure` makes. */
  run(task: Task, { signal, hear, failure }: ThreadOptions<Said>): Promise<Value> {
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
      worker.on('message', (message: ThreadMessage<Said, Value>) => {
        if (message.kind === 'said') return hear(message.said);
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
    const kept = this.#idle.pop();
    if (!kept) return this.#start();
    clearTimeout(kept.timer);
    unhear(kept.worker);
    kept.worker.ref();
    return kept.worker;
  }

  #keep(worker: Worker): void {
    const drop = () => {
      clearTimeout(kept.timer);
      this.#idle = this.#idle.filter((other) => other !== kept);
      void worker.terminate();
    };
    const timer = outsideTransaction(() => setTimeout(drop, KEPT));
    timer.unref();
    const kept = { worker, timer };
    worker.once('error', drop);
    worker.once('exit', drop);
    worker.unref();
    this.#idle.push(kept);
  }
}

/** Only what was added here: Node's own listeners keep a worker's messages coming. */
function unhear(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function abortError(): Error {
  return new DOMException('The job was stopped.', 'AbortError');
}
