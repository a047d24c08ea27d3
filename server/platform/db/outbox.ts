import type { Database } from './database.ts';
import { outsideTransaction } from './nesting.ts';

const POLL = 30_000;

/**
 * Works off rows that wait in a table: when the database announces new ones on a channel, from time to time, and when a
 * pause has ended. One run at a time; what comes meanwhile makes another.
 */
export class Outbox {
  readonly #db: Database;
  readonly #work: (closing: AbortSignal) => Promise<unknown>;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #closing = new AbortController();
  #stopListening: (() => Promise<void>) | undefined;
  #working: Promise<void> | undefined;
  #again = false;

  /** `work` takes rows until there are none, or `closing` is aborted. */
  constructor(db: Database, work: (closing: AbortSignal) => Promise<unknown>) {
    this.#db = db;
    this.#work = work;
  }

  async open(channel: string): Promise<void> {
    this.#stopListening = await this.#db.listen(channel, () => this.#wake());
    this.#timers.add(setInterval(() => this.#wake(), POLL).unref());
    this.#wake();
  }

  /** Looks again when a pause of so many seconds has ended. */
  wakeIn(seconds: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#wake();
      },
      seconds * 1000 + 50,
    ).unref();
    this.#timers.add(timer);
  }

  /** Waits for the current attempts; what is left is worked off after the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#stopListening?.();
    await this.#working;
  }

  #wake(): void {
    if (this.#closing.signal.aborted) return;
    this.#again = true;
    this.#working ??= outsideTransaction(() => this.#workOff())
      // The database is away; the next look comes by itself.
      .catch(() => {})
      .finally(() => (this.#working = undefined));
  }

  async #workOff(): Promise<void> {
    while (this.#again && !this.#closing.signal.aborted) {
      this.#again = false;
      await this.#work(this.#closing.signal);
    }
  }
}
