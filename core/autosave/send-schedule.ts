import type { Timers } from './timers.ts';

/** Milliseconds to wait for further changes before sending. */
const SEND_DELAY = 500;
const MIN_RETRY = 2_000;
const MAX_RETRY = 120_000;

/** When the queue is sent next: shortly after a change, and after longer and longer delays while sending fails. */
export class SendSchedule {
  readonly #timers: Timers;
  readonly #send: () => void;
  #isAutomatic = true;
  #failures = 0;
  #cancelTimer: (() => void) | undefined;
  #retryAt: Date | undefined;

  constructor(timers: Timers, send: () => void) {
    this.#timers = timers;
    this.#send = send;
  }

  /** When the next attempt after a failure starts. */
  get retryAt(): Date | undefined {
    return this.#retryAt;
  }

  /** When off, nothing is sent by itself. */
  setAutomatic(isAutomatic: boolean): void {
    this.#isAutomatic = isAutomatic;
    if (!isAutomatic) this.cancel();
  }

  /** Sends after a short delay, or at the next attempt after a failure. */
  soon(): void {
    if (this.#isAutomatic && !this.#retryAt) this.#start(SEND_DELAY);
  }

  atOnce(): void {
    if (this.#isAutomatic) this.#start(0);
  }

  /** Sends again later. */
  failed(): void {
    const delay = Math.min(MAX_RETRY, MIN_RETRY * 2 ** this.#failures++);
    if (!this.#isAutomatic) return;
    this.#start(delay);
    this.#retryAt = new Date(this.#timers.now() + delay);
  }

  /** The next failure starts with the shortest delay again. */
  succeeded(): void {
    this.#failures = 0;
  }

  cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#retryAt = undefined;
  }

  #start(delay: number): void {
    this.cancel();
    this.#cancelTimer = this.#timers.after(delay, this.#send);
  }
}
