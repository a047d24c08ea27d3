import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../base/thread.ts';
import { DatabaseError, CONNECTION_LOST, QUERY_CANCELED } from '../errors.ts';
import { outsideTransaction } from '../nesting.ts';
import type { EngineReply, EngineRequest, WorkerStart } from './messages.ts';

interface PendingRequest {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** The engine in a thread of its own: the server's event loop stays free while a statement runs. */
export class EngineThread {
  alive = true;
  readonly ended: Promise<void>;
  #worker: Worker;
  #waiting = new Map<number, PendingRequest>();
  #lastId = 0;
  #onNotification: (channel: string, payload: string) => void;
  #opened: Promise<void>;
  #open: (failure?: Error) => void = () => {};

  /** Throws an error with the engine's message when the folder cannot be opened. */
  static async start(
    start: WorkerStart,
    onNotification: (channel: string, payload: string) => void,
  ): Promise<EngineThread> {
    const worker = outsideTransaction(() =>
      startThread(new URL('./worker.ts', import.meta.url), { workerData: start }),
    );
    const thread = new EngineThread(worker, onNotification);
    try {
      await thread.#opened;
      return thread;
    } catch (failure) {
      await thread.terminate();
      throw failure;
    }
  }

  private constructor(worker: Worker, onNotification: (channel: string, payload: string) => void) {
    this.#worker = worker;
    this.#onNotification = onNotification;
    this.#opened = new Promise((resolve, reject) => {
      this.#open = (failure) => (failure ? reject(failure) : resolve());
    });
    worker.on('message', (answer: EngineReply) => this.#receive(answer));
    // `exit` follows, which rejects pending requests.
    worker.on('error', (error) => this.#open(error));
    this.ended = new Promise((resolve) =>
      worker.once('exit', () => {
        this.#open(new Error('The embedded database ended while it was starting.'));
        this.#failAll(
          CONNECTION_LOST,
          'The embedded database ended under the statement; it is being opened again.',
        );
        resolve();
      }),
    );
  }

  /** Sends a request; if it is not answered within `limit` milliseconds, the thread is terminated. */
  ask(request: EngineRequest, limit: number): Promise<unknown[]> {
    if (!this.alive)
      return Promise.reject(new DatabaseError('The embedded database has ended.', { code: CONNECTION_LOST }));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const timer = setTimeout(() => this.#stopRunaway(limit), limit);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ ...request, id });
    });
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
    await this.ended;
  }

  #stopRunaway(limit: number): void {
    this.#failAll(QUERY_CANCELED, `The statement took longer than ${limit / 1000} s and was stopped.`);
    void this.#worker.terminate();
  }

  #failAll(code: string, sentence: string): void {
    this.alive = false;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new DatabaseError(sentence, { code }));
    }
    this.#waiting.clear();
  }

  #receive(answer: EngineReply): void {
    if (answer.kind === 'notification') return this.#onNotification(answer.channel, answer.payload);
    if (answer.kind === 'ready') return this.#open();
    if (answer.kind === 'failed') return this.#open(new Error(answer.message));
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    clearTimeout(waiting.timer);
    if (answer.kind === 'rows') waiting.resolve(answer.rows);
    else waiting.reject(new DatabaseError(answer.message, answer.fields));
  }
}
