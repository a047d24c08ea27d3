import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { AppError, sentenceOf } from '#core/kernel';
import { isPlain } from '../../../../plugins/work/outside-plugins/model/limits.ts';
import { fromPlugin, type PluginEvent } from '../../../../plugins/work/outside-plugins/model/messages.ts';

/** A tenfold of what the workbench waits for: the machine of a test may be busy. */
const PATIENCE = 20_000;

/** Runs the code of a plugin with what its worker has in a browser and nothing else, and counts its timers. */
const BOOTSTRAP = `
const { parentPort, workerData } = require('node:worker_threads');
const vm = require('node:vm');
const timers = new Set();
const once = (start, clear) => [
  (work, wait, ...values) => {
    const id = start(() => { timers.delete(Number(id)); work(...values); }, wait);
    timers.add(Number(id));
    return Number(id);
  },
  (id) => { timers.delete(id); clear(id); },
];
const [setTimeoutHere, clearTimeoutHere] = once(setTimeout, clearTimeout);
const intervals = new Map();
const self = {};
const page = {
  self, console, queueMicrotask, structuredClone, TextEncoder, TextDecoder, URL, URLSearchParams, performance, crypto,
  AbortController, AbortSignal, Event, EventTarget, Blob, atob, btoa,
  setTimeout: setTimeoutHere,
  clearTimeout: clearTimeoutHere,
  setInterval: (work, wait, ...values) => {
    const id = Number(setInterval(work, wait, ...values));
    timers.add(id);
    return id;
  },
  clearInterval: (id) => { timers.delete(id); clearInterval(id); },
};
vm.runInContext(workerData.code, vm.createContext(page), { filename: 'entry.js' });
parentPort.on('message', () => parentPort.postMessage(timers.size));
self.onmessage({ ports: [workerData.port] });
`;

/** One running plugin of a test. */
export class WorkerHost {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (done: { problem?: string | undefined; value?: unknown }) => void>();
  readonly ready: Promise<void>;
  /** What the workbench would have ended it for. */
  readonly faults: string[] = [];
  #sent = 0;

  constructor(code: string, answer: (name: string, values: Record<string, unknown>) => Promise<unknown>) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(BOOTSTRAP, {
      eval: true,
      workerData: { code, port: port2 },
      transferList: [port2],
    });
    let begin: () => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const begun = new Promise<void>((resolve, reject) => ([begin, fail] = [resolve, reject]));
    this.ready = inTime(begun, 'did not call start()');
    this.ready.catch(() => undefined);
    this.#worker.on('error', (error) => {
      this.faults.push(`throws outside of a handler: ${sentenceOf(error)}`);
      fail(error);
      for (const done of this.#waiting.values()) done({ problem: sentenceOf(error) });
    });
    port1.on('message', (data: unknown) => {
      const parsed = isPlain(data) ? fromPlugin.safeParse(data) : undefined;
      if (!parsed?.success) this.faults.push('sends a message that no plugin may send');
      else if (parsed.data.kind === 'ready') begin();
      else if (parsed.data.kind === 'done') this.#waiting.get(parsed.data.number)?.(parsed.data);
      else if (parsed.data.kind === 'call') void this.#call(parsed.data, answer);
    });
  }

  /** Throws AppError with the plugin's own words, or where it does not answer. */
  async send(event: PluginEvent): Promise<unknown> {
    await this.ready;
    const number = ++this.#sent;
    const done = new Promise<{ problem?: string | undefined; value?: unknown }>((resolve) => {
      this.#waiting.set(number, resolve);
    });
    this.#port.postMessage({ kind: 'event', number, event });
    const { problem, value } = await inTime(done, `does not answer '${event.name}' of '${event.of}'`);
    if (problem !== undefined) throw new AppError('outside-plugin', problem);
    return value;
  }

  /** Timers that the plugin has not cleared. */
  timers(): Promise<number> {
    const answer = new Promise<number>((resolve) => this.#worker.once('message', resolve));
    this.#worker.postMessage('timers');
    return inTime(answer, 'computes without an end');
  }

  async end(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }

  async #call(
    { number, name, values }: { number: number; name: string; values: Record<string, unknown> },
    answer: (name: string, values: Record<string, unknown>) => Promise<unknown>,
  ): Promise<void> {
    const result = await answer(name, values).then(
      (value) => ({ value }),
      (thrown: unknown) => ({ problem: sentenceOf(thrown) }),
    );
    this.#port.postMessage({ kind: 'answer', number, ...result });
  }
}

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        late = setTimeout(
          () => reject(new Error(`The plugin ${what} within ${PATIENCE / 1000} s.`)),
          PATIENCE,
        );
      }),
    ]);
  } finally {
    clearTimeout(late);
  }
}
