import type { QueueEntry } from './entry.ts';
import { unsealChanges } from './kept-changes.ts';
import { isSealed, openQueueDatabase, type QueueDatabase, type QueueRow } from './queue-rows.ts';
import type { TabLocks } from './tab-locks.ts';

/** Storage of one person's queue for one project. */
export interface QueueStore {
  /** Atomic. */
  write(entries: readonly QueueEntry[], removed: readonly string[]): Promise<void>;
  /** Takes over entries of closed tabs for which `isFree` is true; the others can be adopted later. */
  adopt(isFree: (id: string) => boolean): Promise<QueueEntry[]>;
  /** How many entries of an earlier session could not be decrypted; they stay. */
  readonly unreadable?: number;
  /** Stops writing; the entries may be adopted by others. */
  close(): void;
}

/** Entries written before the page gets its turn. */
const CHUNK_SIZE = 200;

/**
 * The queue in IndexedDB. Each tab writes its own rows, so that two tabs with the same project never overwrite each
 * other: the server's versions decide between them. A tab's rows are taken over when its lock is free.
 */
export class BrowserQueueStore implements QueueStore {
  readonly #database: QueueDatabase;
  readonly #owner: string;
  readonly #tab: string;
  readonly #locks: TabLocks;
  readonly #release: () => void;
  readonly #key: () => Promise<CryptoKey>;
  #unreadable = 0;
  #at = 0;
  readonly #order = new Map<string, number>();

  private constructor(
    database: QueueDatabase,
    owner: string,
    tab: string,
    locks: TabLocks,
    release: () => void,
    key: () => Promise<CryptoKey>,
  ) {
    this.#key = key;
    this.#database = database;
    this.#owner = owner;
    this.#tab = tab;
    this.#locks = locks;
    this.#release = release;
  }

  /**
   * `owner` identifies person and project, `tab` this opening of it; `key` opens what the person kept at sign-out, by
   * default nothing.
   */
  static async open(owner: string, tab: string, locks: TabLocks, key = noKey): Promise<BrowserQueueStore> {
    const database = await openQueueDatabase();
    const release = await locks.acquire(lockName(tab));
    return new BrowserQueueStore(database, owner, tab, locks, release, key);
  }

  async write(entries: readonly QueueEntry[], removed: readonly string[]): Promise<void> {
    const transaction = this.#database.transaction('changes', 'readwrite');
    const steps = [
      ...entries.map((entry) => () => transaction.store.put(this.#rowOf(entry))),
      ...removed.map((id) => () => {
        this.#order.delete(id);
        return transaction.store.delete([this.#owner, this.#tab, id]);
      }),
    ];
    const work: Promise<unknown>[] = [transaction.done];
    for (const [i, step] of steps.entries()) {
      const request: Promise<unknown> = step();
      work.push(request);
      // Failures are reported by the final Promise.all.
      for (const promise of [request, transaction.done]) promise.catch(() => undefined);
      // Copying thousands of entries takes long; this lets the page paint.
      if (i % CHUNK_SIZE === CHUNK_SIZE - 1) await request.catch(() => undefined);
    }
    await Promise.all(work);
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  async adopt(isFree: (id: string) => boolean): Promise<QueueEntry[]> {
    this.#unreadable = await unsealChanges(this.#owner, this.#key);
    const rows = await this.#database.getAllFromIndex('changes', 'owner', this.#owner);
    const others = new Set(rows.map(({ tab }) => tab).filter((tab) => tab !== this.#tab));
    const adopted: QueueEntry[] = [];
    const taken = new Set<string>();
    for (const tab of others) {
      const release = await this.#locks.tryAcquire(lockName(tab));
      if (!release) continue;
      try {
        adopted.push(...(await this.#takeOver(tab, (id) => isFree(id) && !taken.has(id))));
        for (const { id } of adopted) taken.add(id);
      } finally {
        release();
      }
    }
    return adopted;
  }

  close(): void {
    this.#release();
    this.#database.close();
  }

  async #takeOver(tab: string, isFree: (id: string) => boolean): Promise<QueueEntry[]> {
    const transaction = this.#database.transaction('changes', 'readwrite');
    const rows = await transaction.store.getAll(
      IDBKeyRange.bound([this.#owner, tab], [this.#owner, tab, []]),
    );
    const mine = rows
      .flatMap((row) => (!isSealed(row) && isFree(row.id) ? [row] : []))
      .sort((a, b) => a.at - b.at);
    const work: Promise<unknown>[] = [];
    for (const { id, entry } of mine) {
      work.push(transaction.store.put(this.#rowOf(entry)));
      work.push(transaction.store.delete([this.#owner, tab, id]));
    }
    await Promise.all([...work, transaction.done]);
    return mine.map(({ entry }) => entry);
  }

  #rowOf(entry: QueueEntry): QueueRow {
    const at = this.#order.get(entry.id) ?? ++this.#at;
    this.#order.set(entry.id, at);
    return { owner: this.#owner, tab: this.#tab, id: entry.id, at, entry };
  }
}

const noKey = (): Promise<CryptoKey> => Promise.reject(new Error('There is no key.'));

function lockName(tab: string): string {
  return `groma-tab-${tab}`;
}

/** Used when the browser has no storage (some private windows): the queue stays in memory and the person is notified. */
export const NO_STORE: QueueStore = {
  write: () => Promise.reject(new Error('There is no place to keep changes.')),
  adopt: () => Promise.reject(new Error('There is no place to keep changes.')),
  close: () => undefined,
};
