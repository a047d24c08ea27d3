import { AppError, sentenceOf } from '#core/kernel';
import { isPlain, Rate } from './limits.ts';
import { fromPlugin, type FromPlugin, type PluginEvent } from './messages.ts';
import { safeParse } from 'zod/mini';

/** Why the workbench has ended a plugin. */
export type EndReason = 'hangs' | 'floods' | 'invalid-message' | 'broken' | 'not-started';

const FRAME = '/extensions/frame.html';
/** Milliseconds between two pings, of which one must be answered before the next. */
const PING = 2_000;
/** For an answer that has arrived, and waits behind other work of this page. */
const GRACE = 500;
const START = 10_000;
/** Messages at once, and per second in the long run. */
const BURST = 400;
const PER_SECOND = 100;
/** Calls and events of which each waits for its answer. */
const MAX_WAITING = 100;
const ONCE = { once: true };

export interface ContainedOptions {
  readonly page: Document;
  readonly code: string;
  /** Answers a call; what it throws becomes a problem for the plugin. */
  readonly answer: (name: string, values: Record<string, unknown>) => Promise<unknown>;
  /** The error for an event that the plugin cannot take. */
  readonly refuse: (reason: 'gone' | 'busy') => AppError;
  /** The plugin was ended by the workbench; `detail` is what its code has thrown. */
  readonly ended: (reason: EndReason, detail: string) => void;
}

/**
 * The running code of one plugin: a worker in a frame of an origin of its own, which only this object talks to. It is
 * ended when it hangs, floods or says what no plugin may say.
 */
export class Contained {
  readonly #options: ContainedOptions;
  readonly #frame: HTMLIFrameElement;
  readonly #channel = new MessageChannel();
  readonly #rate = new Rate(BURST, PER_SECOND);
  readonly #events = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (problem: AppError) => void }
  >();
  readonly #stop = new AbortController();
  readonly ready: Promise<void>;
  #begin: () => void = () => undefined;
  #sent = 0;
  #ponged = 0;
  #pinged = 0;
  #answering = 0;

  constructor(options: ContainedOptions) {
    this.#options = options;
    const { page } = options;
    this.ready = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#stop.signal.addEventListener('abort', () => reject(this.#options.refuse('gone')), ONCE);
    });
    // Whoever waits hears of it.
    this.ready.catch(() => undefined);
    this.#frame = page.createElement('iframe');
    this.#frame.setAttribute('sandbox', 'allow-scripts');
    this.#frame.hidden = true;
    this.#frame.src = FRAME;
    this.#frame.addEventListener('load', () => this.#handOver(), ONCE);
    this.#channel.port1.onmessage = ({ data }) => this.#receive(data);
    const signal = this.#stop.signal;
    page.defaultView!.addEventListener('message', (event) => this.#hear(event), { signal });
    page.body.append(this.#frame);
    const late = setTimeout(() => this.#fail('not-started'), START);
    signal.addEventListener('abort', () => clearTimeout(late), ONCE);
    void this.ready.then(
      () => {
        clearTimeout(late);
        this.#watch();
      },
      () => undefined,
    );
  }

  get isEnded(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Resolves to its answer when the plugin has handled it. Throws AppError with its own words, or when it is ended. */
  async send(event: PluginEvent): Promise<unknown> {
    await this.ready;
    if (this.isEnded) throw this.#options.refuse('gone');
    if (this.#events.size >= MAX_WAITING) throw this.#options.refuse('busy');
    const number = ++this.#sent;
    return new Promise((resolve, reject) => {
      this.#events.set(number, { resolve, reject });
      this.#channel.port1.postMessage({ kind: 'event', number, event });
    });
  }

  /** Ends it without a word. */
  end(): void {
    if (this.isEnded) return;
    this.#stop.abort();
    this.#channel.port1.close();
    this.#frame.remove();
    for (const { reject } of this.#events.values()) reject(this.#options.refuse('gone'));
    this.#events.clear();
  }

  #handOver(): void {
    this.#frame.contentWindow?.postMessage(this.#options.code, '*', [this.#channel.port2]);
  }

  /** Errors that the frame reports of its worker, and nothing else. */
  #hear({ source, data }: MessageEvent): void {
    if (source !== this.#frame.contentWindow || source === null) return;
    const problem: unknown = (data as { problem?: unknown } | null)?.problem;
    this.#fail('broken', typeof problem === 'string' ? problem.slice(0, 300) : '');
  }

  #receive(data: unknown): void {
    if (this.isEnded) return;
    if (!this.#rate.take()) return this.#fail('floods');
    const parsed = isPlain(data) ? safeParse(fromPlugin, data) : undefined;
    if (!parsed?.success) return this.#fail('invalid-message');
    const message = parsed.data;
    if (message.kind === 'ready') this.#begin();
    else if (message.kind === 'pong') this.#ponged = Math.min(this.#pinged, message.number);
    else if (message.kind === 'done') this.#done(message);
    else void this.#call(message);
  }

  #done({ number, problem, value }: Extract<FromPlugin, { kind: 'done' }>): void {
    const waiting = this.#events.get(number);
    this.#events.delete(number);
    if (problem === undefined) waiting?.resolve(value);
    else waiting?.reject(new AppError('outside-plugin', problem.slice(0, 500)));
  }

  async #call({ number, name, values }: Extract<FromPlugin, { kind: 'call' }>): Promise<void> {
    if (this.#answering >= MAX_WAITING) return this.#fail('floods');
    this.#answering += 1;
    const answer = await this.#options.answer(name, values).then(
      (value) => ({ value }),
      (thrown: unknown) => ({ problem: sentenceOf(thrown) }),
    );
    this.#answering -= 1;
    if (!this.isEnded) this.#channel.port1.postMessage({ kind: 'answer', number, ...answer });
  }

  #watch(): void {
    const { page } = this.#options;
    const ping = setInterval(() => {
      if (this.#ponged < this.#pinged) {
        setTimeout(() => {
          if (this.#ponged < this.#pinged) this.#fail('hangs');
        }, GRACE);
      } else if (page.visibilityState === 'visible') {
        this.#pinged += 1;
        this.#channel.port1.postMessage({ kind: 'ping', number: this.#pinged });
      }
    }, PING);
    this.#stop.signal.addEventListener('abort', () => clearInterval(ping), ONCE);
  }

  #fail(reason: EndReason, detail = ''): void {
    if (this.isEnded) return;
    this.end();
    this.#options.ended(reason, detail);
  }
}
