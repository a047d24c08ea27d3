import { setTimeout as wait } from 'node:timers/promises';
import { outsideTransaction } from '../db/nesting.ts';

const EVERY = 400;

/** Writes progress at most every 400 ms, one write at a time; the last message is always written. */
export class ProgressReporter {
  #write: (part: number, message: string) => Promise<void>;
  #next: { part: number; message: string } | undefined;
  #busy = false;
  #stopped = false;

  constructor(write: (part: number, message: string) => Promise<void>) {
    this.#write = write;
  }

  report(part: number, message: string): void {
    this.#next = { part, message };
    // A message that cannot be written is replaced by a later one.
    if (!this.#busy) void outsideTransaction(() => this.#send()).catch(() => {});
  }

  stop(): void {
    this.#stopped = true;
  }

  async #send(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#next && !this.#stopped) {
        const { part, message } = this.#next;
        this.#next = undefined;
        await this.#write(part, message);
        await wait(EVERY, undefined, { ref: false });
      }
    } finally {
      this.#busy = false;
    }
  }
}
