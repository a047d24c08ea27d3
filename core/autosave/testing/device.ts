import { BehaviorSubject } from 'rxjs';
import { mapObjectOf, ObjectDocument, serverRecordOf, type MapObject } from '#core/document';
import { EventBus } from '#core/events';
import { newUuid } from '#core/kernel';
import type { QueueEntry } from '../entry.ts';
import { AutosaveQueue } from '../queue.ts';
import { BrowserQueueStore, type QueueStore } from '../queue-store.ts';
import type { TabLocks } from '../tab-locks.ts';
import type { Timers } from '../timers.ts';
import { PROJECT, type FakeServer } from './fake-server.ts';

/** A browser whose tabs can crash: its locks go with them, its IndexedDB stays. */
export class TestDevice {
  readonly #locks = new Map<string, string>();
  constructor(
    readonly server: FakeServer,
    readonly owner = newUuid(),
  ) {}

  locksOf(tab: string): TabLocks {
    const tryHold = (name: string) => {
      if (this.#locks.has(name)) return Promise.resolve(undefined);
      this.#locks.set(name, tab);
      return Promise.resolve(() => void this.#locks.delete(name));
    };
    return { tryAcquire: tryHold, acquire: async (name) => (await tryHold(name))! };
  }

  /** The person's key at the server. */
  key: () => Promise<CryptoKey> = () => Promise.reject(new Error('The server is away.'));

  crashed(tab: string): void {
    for (const [name, holder] of this.#locks) if (holder === tab) this.#locks.delete(name);
  }

  async open(): Promise<Tab> {
    const tab = new Tab(this);
    await tab.start();
    return tab;
  }
}

/** Timers that fire when `pass` is called. */
export class ManualTimers implements Timers {
  #waiting: { at: number; work: () => void }[] = [];
  #now = 0;
  now(): number {
    return this.#now;
  }
  after(milliseconds: number, work: () => void): () => void {
    const item = { at: this.#now + milliseconds, work };
    this.#waiting.push(item);
    return () => (this.#waiting = this.#waiting.filter((other) => other !== item));
  }
  get pending(): readonly number[] {
    return this.#waiting.map(({ at }) => at - this.#now);
  }
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { work } of due) work();
  }
}

const NEVER = new Promise<never>(() => undefined);

/** One opening of the project, which can crash before or after any asynchronous step. */
export class Tab {
  readonly name = newUuid();
  readonly document = new ObjectDocument(PROJECT);
  readonly timers = new ManualTimers();
  readonly automatic$ = new BehaviorSubject(true);
  readonly online$ = new BehaviorSubject(true);
  readonly saved: string[][] = [];
  queue!: AutosaveQueue;
  dead = false;
  /** Number of steps until it crashes. */
  crashIn = Infinity;
  #died!: () => void;
  readonly died = new Promise<void>((resolve) => (this.#died = resolve));

  constructor(readonly device: TestDevice) {}

  async start(): Promise<void> {
    const store = await BrowserQueueStore.open(
      this.device.owner,
      this.name,
      this.device.locksOf(this.name),
      () => this.device.key(),
    );
    const bus = new EventBus();
    bus.on('geometriesChangeSucess').subscribe(({ ids }) => this.saved.push([...ids]));
    const { api } = this.device.server;
    this.queue = await AutosaveQueue.open({
      document: this.document,
      api: { call: (...given) => this.#step(() => api.call(...given)) },
      bus,
      store: this.#mortal(store),
      automatic$: this.automatic$,
      online$: this.online$,
      translate: (key) => key,
      timers: this.timers,
    });
    // Also deleted objects: only a client that knows the deletion can restore the id.
    for (const id of this.device.server.objects.keys()) this.announce(id);
  }

  /** Sends the server's state of an object to this tab, like a live event. */
  announce(id: string): void {
    const theirs = this.device.server.object(id);
    const { version } = this.device.server.objects.get(id)!;
    this.queue.receive(
      [{ id, content: theirs && mapObjectOf(theirs), record: theirs ? serverRecordOf(theirs) : { version } }],
      'remote',
    );
  }

  /** Sets the object's value, as a person would; undefined deletes it. */
  edit(id: string, value: number | undefined): void {
    const before = this.document.get(id);
    const after = value === undefined ? undefined : objectOf(id, value);
    if (before || after) this.document.apply([{ id, before, after }], 'edit');
  }

  value(id: string): unknown {
    return this.document.get(id)?.properties.value;
  }

  crash(): void {
    if (this.dead) return;
    this.dead = true;
    this.device.crashed(this.name);
    this.#died();
  }

  async #step<T>(work: () => Promise<T>): Promise<T> {
    if (this.dead || this.#count()) return NEVER;
    const result = await work();
    return this.dead || this.#count() ? NEVER : result;
  }

  #count(): boolean {
    if (--this.crashIn > 0) return false;
    this.crash();
    return true;
  }

  #mortal(store: QueueStore): QueueStore {
    return {
      get unreadable() {
        return store.unreadable ?? 0;
      },
      write: (stored: readonly QueueEntry[], removed: readonly string[]) =>
        this.#step(() => store.write(stored, removed)),
      adopt: (free) => this.#step(() => store.adopt(free)),
      close: () => {
        if (!this.dead) store.close();
      },
    };
  }
}

export function objectOf(id: string, value: number): MapObject {
  return {
    id,
    typeName: 'pole',
    location: { type: 'Point', coordinates: [9, 45] },
    properties: { value },
    relatesTo: [],
  };
}
