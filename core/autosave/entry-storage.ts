import type { QueueEntry } from './entry.ts';
import type { QueueStore } from './queue-store.ts';

/** Keeps the entries on this device: writes those that changed, one write at a time. */
export class EntryStorage {
  readonly #store: QueueStore;
  readonly #entryOf: (id: string) => QueueEntry | undefined;
  readonly #onStatus: () => void;
  readonly #unstored = new Set<string>();
  #isFailing = false;
  #writing: Promise<void> = Promise.resolve();

  /** `entryOf` returns the current entry, undefined when it is gone; `onStatus` is called when `isFailing` may differ. */
  constructor(store: QueueStore, entryOf: (id: string) => QueueEntry | undefined, onStatus: () => void) {
    this.#store = store;
    this.#entryOf = entryOf;
    this.#onStatus = onStatus;
  }

  /** Whether the last access failed: changes are only in memory. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Marks entries to be written. */
  mark(ids: Iterable<string>): void {
    for (const id of ids) this.#unstored.add(id);
  }

  /** Writes the marked entries. Resolves when they are written, or the write failed: the next one includes them again. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Takes over entries of closed tabs, where this tab has none for the object. */
  async adopt(): Promise<QueueEntry[]> {
    try {
      return await this.#store.adopt((id) => !this.#entryOf(id));
    } catch {
      this.#isFailing = true;
      this.#onStatus();
      return [];
    }
  }

  /** Writes what is marked, and leaves the entries to other tabs. */
  async close(): Promise<void> {
    await this.write();
    this.#store.close();
  }

  async #write(): Promise<void> {
    if (this.#unstored.size === 0) return;
    const ids = [...this.#unstored];
    this.#unstored.clear();
    const before = this.#isFailing;
    try {
      await this.#store.write(
        ids.flatMap((id) => this.#entryOf(id) ?? []),
        ids.filter((id) => !this.#entryOf(id)),
      );
      this.#isFailing = false;
    } catch {
      this.mark(ids);
      this.#isFailing = true;
    }
    if (before !== this.#isFailing) this.#onStatus();
  }
}
