import { BehaviorSubject, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import {
  mapObjectOf,
  hasSameContent,
  serverRecordOf,
  type Change,
  type ChangeOrigin,
  type DocumentChange,
  type MapObject,
  type ProjectDocument,
  type ServerRecord,
} from '#core/document';
import type { EventBus } from '#core/events';
import { AppError, isAbort, Lifetime, newUuid, sentenceOf, type Disposable } from '#core/kernel';
import { autosave, getGeometry, type ChangeAnswer } from '#core/protocol';
import type { Autosave, AutosaveState } from './contract.ts';
import {
  acknowledged,
  attempted,
  changed,
  toChange,
  troubled,
  vertexCount,
  type Attempt,
  type QueueEntry,
} from './entry.ts';
import type { QueueStore } from './queue-store.ts';

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

export interface Timers {
  /** Calls `work` after a delay in milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, work: () => void): () => void;
  now(): number;
}

/** An object as the server has it; undefined content: deleted. */
export interface ServerState {
  readonly id: string;
  readonly content: MapObject | undefined;
  readonly record: ServerRecord;
}

type Sent = QueueEntry & { attempt: Attempt };

/** Milliseconds to wait for further changes before sending. */
const SEND_DELAY = 500;
const MIN_RETRY = 2_000;
const MAX_RETRY = 120_000;
const MAX_CHANGES = 500;
const MAX_VERTICES = 100_000;

export const BROWSER_TIMERS: Timers = {
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
};

/**
 * The queue of unsent changes of an open project. A change is stored before it is sent and removed when the server
 * has answered; until then it is sent again unchanged, so that it is neither lost nor applied twice. Later changes of
 * the object wait and are sent on the resulting version.
 */
export class AutosaveQueue implements Autosave, Disposable {
  readonly #parts: AutosaveDependencies;
  readonly #timers: Timers;
  readonly #lifetime = new Lifetime();
  readonly #abort = new AbortController();
  readonly #entries = new Map<string, QueueEntry>();
  /** Server states of objects that have an entry; received when the entry is gone. */
  readonly #deferred = new Map<string, ServerState>();
  readonly #unstored = new Set<string>();
  #writing: Promise<void> = Promise.resolve();
  #sending: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #automatic = true;
  #failures = 0;
  #maxChanges = MAX_CHANGES;
  #isSaving = false;
  #sendError: string | undefined;
  #storeError: string | undefined;
  #retryAt: Date | undefined;
  #savedAt: Date | undefined;
  readonly #state: BehaviorSubject<AutosaveState>;
  readonly state$: Observable<AutosaveState>;

  private constructor(parts: AutosaveDependencies) {
    this.#parts = parts;
    this.#timers = parts.timers ?? BROWSER_TIMERS;
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
    return this.#entries.has(id);
  }

  /** Resolves when all changes so far are stored on this device. */
  stored(): Promise<void> {
    return this.#store();
  }

  flush(): Promise<void> {
    this.#cancel();
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      this.#schedule(SEND_DELAY);
    });
    return this.#sending;
  }

  /** Applies what the server has, except to objects changed here. */
  receive(states: readonly ServerState[], origin: Extract<ChangeOrigin, 'load' | 'remote'>): void {
    const { document } = this.#parts;
    const changes = new Map<string, Change>();
    for (const item of states) {
      const { id, content, record } = item;
      if (this.#entries.has(id)) {
        this.#defer(item);
        continue;
      }
      const known = document.recordOf(id);
      if (known && record.version < known.version) continue;
      document.acknowledge(id, record);
      const before = document.get(id);
      if (before !== content && !(known?.version === record.version && before))
        changes.set(id, { id, before, after: content });
    }
    document.apply([...changes.values()], origin);
  }

  resolve(id: string, as: MapObject | undefined): void {
    const entry = this.#entries.get(id);
    if (entry?.trouble?.kind !== 'conflict')
      throw new AppError('no-conflict', `The object ${id} has no conflict to resolve.`);
    const { theirs, theirRecord } = entry.trouble;
    const agreed = hasSameContent(as, theirs);
    const after = agreed ? theirs : as;
    if (agreed) this.#entries.delete(id);
    else this.#entries.set(id, { id, after, base: theirs, version: theirRecord?.version });
    this.#showInDocument(id, after, theirRecord);
    this.#changed([id]);
  }

  async discard(id: string): Promise<void> {
    const { document, api } = this.#parts;
    const entry = this.#entries.get(id);
    if (!entry) return;
    let theirs: MapObject | undefined;
    let record = document.recordOf(id);
    try {
      const { data } = await api.call(getGeometry, { params: { id } }, { signal: this.#abort.signal });
      theirs = mapObjectOf(data);
      record = serverRecordOf(data);
    } catch (failure) {
      if (!(failure instanceof AppError) || failure.status !== 404) throw failure;
    }
    this.#entries.delete(id);
    this.#deferred.delete(id);
    this.#showInDocument(id, theirs, record);
    this.#changed([id]);
  }

  dispose(): void {
    if (this.#lifetime.closed) return;
    this.#cancel();
    this.#lifetime.dispose();
    this.#abort.abort();
    void this.#store().then(() => this.#parts.store.close());
  }

  #listen(): void {
    const { document, automatic$, online$ } = this.#parts;
    this.#lifetime.add(document.changes$.subscribe((change) => this.#record(change)));
    this.#lifetime.add(
      automatic$.subscribe((automatic) => {
        this.#automatic = automatic;
        if (automatic) this.#schedule(SEND_DELAY);
        else this.#cancel();
      }),
    );
    this.#lifetime.add(
      online$.subscribe((online) => {
        if (online) this.#schedule(0);
      }),
    );
  }

  #record({ changes, origin }: DocumentChange): void {
    if (origin !== 'edit' && origin !== 'undo' && origin !== 'redo') return;
    for (const { id, before, after, split } of changes) {
      const version = this.#parts.document.recordOf(id)?.version;
      const entry = this.#entries.get(id) ?? { id, base: before, version, after: before };
      // An undone change is no longer a split.
      const next = changed(entry, after, origin === 'undo' ? false : split);
      if (next) this.#entries.set(id, next);
      else this.#entries.delete(id);
      if (!next) this.#receiveDeferred(id);
    }
    this.#changed(changes.map(({ id }) => id));
  }

  /** Stores changed entries, notifies, and schedules sending. */
  #changed(ids: readonly string[]): void {
    for (const id of ids) this.#unstored.add(id);
    void this.#store();
    this.#notify();
    this.#schedule(SEND_DELAY);
  }

  #defer(item: ServerState): void {
    const { id, content, record } = item;
    const entry = this.#entries.get(id);
    if (entry?.trouble?.kind === 'conflict') {
      if (record.version > (entry.trouble.theirRecord?.version ?? -1)) {
        this.#entries.set(id, troubled(entry, { kind: 'conflict', theirs: content, theirRecord: record }));
        this.#changed([id]);
      }
    } else if (record.version > (this.#deferred.get(id)?.record.version ?? -1)) this.#deferred.set(id, item);
  }

  /** Receives the state that was deferred while the object had an entry. */
  #receiveDeferred(id: string): void {
    const item = this.#deferred.get(id);
    if (!item || !this.#deferred.delete(id)) return;
    // Deferred, in case a listener of the document is handling an earlier change.
    queueMicrotask(() => {
      if (!this.#lifetime.closed) this.receive([item], 'remote');
    });
  }

  #showInDocument(id: string, after: MapObject | undefined, record: ServerRecord | undefined): void {
    const { document } = this.#parts;
    const before = document.get(id);
    if (record) document.acknowledge(id, record);
    if (before !== after) document.apply([{ id, before, after }], 'resolve');
  }

  async #adopt(): Promise<void> {
    const { store, document } = this.#parts;
    let adopted: QueueEntry[];
    try {
      adopted = await store.adopt((id) => !this.#entries.has(id));
    } catch {
      this.#storeError = this.#parts.translate('core:autosave.notKept');
      return this.#notify();
    }
    if (adopted.length === 0 || this.#lifetime.closed) return;
    for (const entry of adopted) {
      this.#entries.set(entry.id, entry);
      if (entry.version !== undefined && !document.recordOf(entry.id))
        document.acknowledge(entry.id, { version: entry.version });
    }
    const changes = adopted.map(({ id, after }) => ({ id, before: document.get(id), after }));
    document.apply(
      changes.filter(({ before, after }) => before !== after),
      'load',
    );
    this.#notify();
    this.#schedule(SEND_DELAY);
  }

  #store(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (this.#unstored.size === 0) return;
      const ids = [...this.#unstored];
      this.#unstored.clear();
      const stored = ids.flatMap((id) => this.#entries.get(id) ?? []);
      const hadError = this.#storeError;
      try {
        await this.#parts.store.write(
          stored,
          ids.filter((id) => !this.#entries.has(id)),
        );
        this.#storeError = undefined;
      } catch {
        for (const id of ids) this.#unstored.add(id);
        this.#storeError = this.#parts.translate('core:autosave.notKept');
      }
      if (hadError !== this.#storeError) this.#notify();
    });
    return this.#writing;
  }

  #schedule(milliseconds: number): void {
    if (this.#sending || this.#lifetime.closed || !this.#automatic) return;
    if (![...this.#entries.values()].some(({ trouble }) => !trouble)) return;
    // While the server is unreachable, the next attempt is already scheduled.
    if (this.#retryAt && milliseconds > 0) return;
    this.#cancel();
    this.#cancelTimer = this.#timers.after(milliseconds, () => void this.flush());
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#retryAt = undefined;
  }

  async #sendAll(): Promise<void> {
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      for (const entry of batch) this.#entries.set(entry.id, entry);
      for (const { id } of batch) this.#unstored.add(id);
      this.#isSaving = true;
      this.#notify();
      await this.#store();
      if (this.#lifetime.closed) return;
      let continues = false;
      try {
        const { data } = await this.#parts.api.call(
          autosave,
          {
            headers: { projectid: this.#parts.document.projectId },
            body: batch.map(({ id, attempt }) => toChange(id, attempt)),
          },
          { signal: this.#abort.signal },
        );
        if (this.#lifetime.closed) return;
        this.#applyAnswers(batch, data);
        continues = true;
      } catch (failure) {
        if (this.#lifetime.closed) return;
        continues = this.#handleFailure(batch, failure);
      }
      this.#isSaving = false;
      await this.#store();
      this.#notify();
      if (this.#lifetime.closed || !continues) return;
    }
    await this.#adopt();
  }

  #nextBatch(): Sent[] {
    const batch: Sent[] = [];
    let weight = 0;
    for (const entry of this.#entries.values()) {
      if (entry.trouble) continue;
      weight += vertexCount(entry);
      if (batch.length > 0 && (weight > MAX_VERTICES || batch.length >= this.#maxChanges)) break;
      batch.push(attempted(entry, newUuid));
    }
    return batch;
  }

  #applyAnswers(batch: readonly Sent[], answers: readonly ChangeAnswer[]): void {
    const byClientId = new Map(answers.map((answer) => [answer.clientId, answer]));
    const saved: string[] = [];
    let missing = 0;
    for (const { id, attempt } of batch) {
      const answer = byClientId.get(attempt.clientId);
      const entry = this.#entries.get(id);
      if (!entry) continue;
      if (!answer) missing++;
      else if (this.#applyAnswer(entry, attempt, answer)) saved.push(id);
      this.#unstored.add(id);
    }
    if (missing > 0) throw new AppError('unanswered', this.#parts.translate('core:autosave.unanswered'));
    this.#failures = 0;
    this.#sendError = this.#retryAt = undefined;
    if (saved.length === 0) return;
    this.#savedAt = new Date(this.#timers.now());
    this.#parts.bus.emit('geometriesChangeSucess', { projectId: this.#parts.document.projectId, ids: saved });
  }

  /** Returns whether the change is saved. */
  #applyAnswer(entry: QueueEntry, attempt: Attempt, answer: ChangeAnswer): boolean {
    const { id } = entry;
    if (answer.status === 'refused') {
      this.#entries.set(id, troubled(entry, { kind: 'refused', detail: answer.detail ?? '' }));
      return false;
    }
    let record: ServerRecord | undefined =
      answer.version === undefined ? undefined : { version: answer.version };
    if (answer.status === 'conflict') {
      const theirs = answer.current ? mapObjectOf(answer.current) : undefined;
      if (answer.current) record = serverRecordOf(answer.current);
      // The server already has what was sent: the request arrived, its response did not.
      if (!hasSameContent(attempt.after, theirs)) {
        this.#deferred.delete(id);
        this.#entries.set(id, troubled(entry, { kind: 'conflict', theirs, theirRecord: record }));
        return false;
      }
    }
    const version = record?.version ?? (attempt.version ?? 0) + 1;
    this.#parts.document.acknowledge(id, record ?? { version });
    const rest = acknowledged(entry, attempt, version);
    if (rest) this.#entries.set(id, rest);
    else this.#entries.delete(id);
    if (!rest) this.#receiveDeferred(id);
    return true;
  }

  /** Returns whether to continue at once. */
  #handleFailure(batch: readonly Sent[], failure: unknown): boolean {
    const status = failure instanceof AppError ? failure.status : undefined;
    if (status === 400 || status === 413 || status === 422) {
      // One change of the batch is invalid: halves the batch until it is found.
      if (batch.length > 1) {
        this.#maxChanges = Math.ceil(batch.length / 2);
        return true;
      }
      const entry = batch[0] && this.#entries.get(batch[0].id);
      if (entry)
        this.#entries.set(entry.id, troubled(entry, { kind: 'refused', detail: sentenceOf(failure) }));
      if (entry) this.#unstored.add(entry.id);
      this.#maxChanges = MAX_CHANGES;
      return true;
    }
    if (isAbort(failure)) return false;
    this.#sendError = sentenceOf(failure);
    const delay = Math.min(MAX_RETRY, MIN_RETRY * 2 ** this.#failures++);
    if (this.#automatic) {
      this.#retryAt = new Date(this.#timers.now() + delay);
      this.#cancelTimer = this.#timers.after(delay, () => void this.flush());
    }
    return false;
  }

  #notify(): void {
    if (!this.#lifetime.closed) this.#state.next(this.#summary());
  }

  #summary(): AutosaveState {
    const troubled = [...this.#entries.values()].filter(({ trouble }) => trouble);
    return {
      queued: this.#entries.size,
      isSaving: this.#isSaving,
      error: this.#sendError ?? this.#storeError,
      retryAt: this.#retryAt,
      savedAt: this.#savedAt,
      conflicts: troubled.flatMap(({ id, after, base, trouble }) =>
        trouble?.kind === 'conflict'
          ? [{ id, local: after, base, remote: trouble.theirs, remoteRecord: trouble.theirRecord }]
          : [],
      ),
      refused: troubled.flatMap(({ id, trouble }) =>
        trouble?.kind === 'refused' ? [{ id, detail: trouble.detail }] : [],
      ),
    };
  }
}
