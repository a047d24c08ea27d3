import { BehaviorSubject, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import {
  mapObjectOf,
  serverRecordOf,
  type ChangeOrigin,
  type MapObject,
  type ProjectDocument,
} from '#core/document';
import type { EventBus } from '#core/events';
import { AppError, Lifetime, type Disposable } from '#core/kernel';
import { getGeometry } from '#core/protocol';
import type { Autosave, AutosaveState } from './contract.ts';
import { EntryStorage } from './entry-storage.ts';
import { PendingChanges, type ServerState } from './pending-changes.ts';
import type { QueueStore } from './queue-store.ts';
import { Sender } from './sender.ts';
import { BROWSER_TIMERS, type Timers } from './timers.ts';

export interface AutosaveDependencies {
  readonly document: ProjectDocument;
  readonly api: Pick<Api, 'call'>;
  readonly bus: Pick<EventBus, 'emit'>;
  readonly store: QueueStore;
  /** The setting `autoSave`. When off, the queue is sent only by `flush`. */
  readonly automatic$: Observable<boolean>;
  /**
   * Whether the browser is online. Only a hint: true starts the next attempt at once, but attempts go on after false,
   * since a server in the local network is reachable without the internet.
   */
  readonly online$: Observable<boolean>;
  /** Translates keys `core:autosave.*`. */
  readonly translate: (key: string) => string;
  readonly timers?: Timers;
}

/**
 * The queue of unsent changes of an open project. A change is stored before it is sent and removed when the server
 * has answered; until then it is sent again unchanged, so that it is neither lost nor applied twice. Later changes of
 * the object wait and are sent on the resulting version.
 */
export class AutosaveQueue implements Autosave, Disposable {
  readonly #parts: AutosaveDependencies;
  readonly #lifetime = new Lifetime();
  readonly #abort = new AbortController();
  readonly #pending: PendingChanges;
  readonly #storage: EntryStorage;
  readonly #sender: Sender;
  readonly #state: BehaviorSubject<AutosaveState>;
  readonly state$: Observable<AutosaveState>;

  private constructor(parts: AutosaveDependencies) {
    this.#parts = parts;
    const { document, store, api, bus, translate, timers = BROWSER_TIMERS } = parts;
    const onStatus = () => this.#notify();
    const closing = this.#abort.signal;
    this.#pending = new PendingChanges(document, (ids) => this.#changed(ids), closing);
    this.#storage = new EntryStorage(store, (id) => this.#pending.get(id), onStatus);
    this.#sender = new Sender({
      projectId: document.projectId,
      pending: this.#pending,
      storage: this.#storage,
      api,
      bus,
      translate,
      timers,
      closing,
      onSent: () => this.#adopt(),
      onStatus,
    });
    this.#state = new BehaviorSubject(this.#summary());
    this.state$ = this.#state.asObservable();
  }

  /** Opens the queue with what earlier tabs left unsent, and applies it to the document. */
  static async open(parts: AutosaveDependencies): Promise<AutosaveQueue> {
    const queue = new AutosaveQueue(parts);
    await queue.#adopt();
    queue.#listen();
    return queue;
  }

  get state(): AutosaveState {
    return this.#state.value;
  }

  /** Returns whether the object has an unsent change. */
  has(id: string): boolean {
    return this.#pending.get(id) !== undefined;
  }

  /** Resolves when all changes so far are stored on this device. */
  stored(): Promise<void> {
    return this.#storage.write();
  }

  flush(): Promise<void> {
    return this.#sender.flush();
  }

  /** Applies what the server has, except to objects changed here. */
  receive(states: readonly ServerState[], origin: Extract<ChangeOrigin, 'load' | 'remote'>): void {
    this.#pending.receive(states, origin);
  }

  resolve(id: string, as: MapObject | undefined): void {
    this.#pending.resolve(id, as);
  }

  async discard(id: string): Promise<void> {
    const { document, api } = this.#parts;
    if (!this.has(id)) return;
    let theirs: MapObject | undefined;
    let record = document.recordOf(id);
    try {
      const { data } = await api.call(getGeometry, { params: { id } }, { signal: this.#abort.signal });
      theirs = mapObjectOf(data);
      record = serverRecordOf(data);
    } catch (failure) {
      if (!(failure instanceof AppError) || failure.status !== 404) throw failure;
    }
    this.#pending.discard(id, theirs, record);
  }

  dispose(): void {
    if (this.#lifetime.closed) return;
    this.#sender.cancel();
    this.#lifetime.dispose();
    this.#abort.abort();
    void this.#storage.close();
  }

  #listen(): void {
    const { document, automatic$, online$ } = this.#parts;
    this.#lifetime.add(document.changes$.subscribe((change) => this.#pending.record(change)));
    this.#lifetime.add(automatic$.subscribe((automatic) => this.#sender.setAutomatic(automatic)));
    this.#lifetime.add(
      online$.subscribe((online) => {
        if (online) this.#sender.sendAtOnce();
      }),
    );
  }

  /** Stores changed entries, notifies, and schedules sending. */
  #changed(ids: readonly string[]): void {
    this.#storage.mark(ids);
    void this.#storage.write();
    this.#notify();
    this.#sender.sendSoon();
  }

  /** Takes over what closed tabs left unsent. */
  async #adopt(): Promise<void> {
    const entries = await this.#storage.adopt();
    if (this.#lifetime.closed) return;
    this.#pending.adopt(entries);
    this.#notify();
    if (entries.length === 0) return;
    this.#sender.sendSoon();
  }

  #notify(): void {
    if (!this.#lifetime.closed) this.#state.next(this.#summary());
  }

  #summary(): AutosaveState {
    const { conflicts, refused, size } = this.#pending;
    const { status } = this.#sender;
    const { store, translate } = this.#parts;
    const isStored = !this.#storage.isFailing;
    const deviceProblem = !isStored
      ? translate('core:autosave.not-stored')
      : (store.unreadable ?? 0) > 0
        ? translate('core:autosave.unreadable')
        : undefined;
    return { ...status, deviceProblem, isStored, queued: size, conflicts, refused };
  }
}
