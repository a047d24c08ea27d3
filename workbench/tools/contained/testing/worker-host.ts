import { MessageChannel, Worker } from 'node:worker_threads';
import { inTime, PortHost, type AnswerCall } from './port-host.ts';

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

/** One running plugin of a test, in a thread of its own. */
export class WorkerHost extends PortHost {
  readonly #worker: Worker;
  readonly #near: { close(): void };

  constructor(code: string, answer: AnswerCall) {
    const { port1, port2 } = new MessageChannel();
    super(port1 as unknown as MessagePort, answer);
    this.#near = port1;
    this.#worker = new Worker(BOOTSTRAP, {
      eval: true,
      workerData: { code, port: port2 },
      transferList: [port2],
    });
    this.#worker.on('error', (error) => this.broken(error));
  }

  /** Timers that the plugin has not cleared. */
  timers(): Promise<number> {
    const answer = new Promise<number>((resolve) => this.#worker.once('message', resolve));
    this.#worker.postMessage('timers');
    return inTime(answer, 'computes without an end');
  }

  async end(): Promise<void> {
    this.#near.close();
    await this.#worker.terminate();
  }
}
