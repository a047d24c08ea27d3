import {
  hasSameContent,
  mapObjectOf,
  serverRecordOf,
  type Change,
  type ChangeOrigin,
  type DocumentChange,
  type MapObject,
  type ProjectDocument,
  type ServerRecord,
} from '#core/document';
import { AppError } from '#core/kernel';
import type { ChangeAnswer } from '#core/protocol';
import { nextBatch, type SentEntry } from './batch.ts';
import type { Conflict } from './contract.ts';
import { acknowledged, changed, troubled, type Attempt, type QueueEntry } from './entry.ts';

/** An object as the server has it; undefined content: deleted. */
export interface ServerState {
  readonly id: string;
  readonly content: MapObject | undefined;
  readonly record: ServerRecord;
}

/**
 * The unsent changes, one entry for each object: merges further changes here, the server's answers, and what others
 * changed, and shows the result in the document.
 */
export class PendingChanges {
  readonly #document: ProjectDocument;
  readonly #onChange: (ids: readonly string[]) => void;
  readonly #closing: AbortSignal;
  readonly #entries = new Map<string, QueueEntry>();
  /** Server states of objects that have an entry; received when the entry is gone. */
  readonly #deferred = new Map<string, ServerState>();

  /** `onChange` is called with the objects whose entry has changed, except by answers; `closing` ends everything. */
  constructor(document: ProjectDocument, onChange: (ids: readonly string[]) => void, closing: AbortSignal) {
    this.#document = document;
    this.#onChange = onChange;
    this.#closing = closing;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): QueueEntry | undefined {
    return this.#entries.get(id);
  }

  /** Whether something can be sent: neither in conflict nor refused. */
  get isSendable(): boolean {
    return [...this.#entries.values()].some(({ trouble }) => !trouble);
  }

  get conflicts(): readonly Conflict[] {
    return [...this.#entries.values()].flatMap(({ id, after, base, trouble }) =>
      trouble?.kind === 'conflict'
        ? [{ id, local: after, base, remote: trouble.theirs, remoteRecord: trouble.theirRecord }]
        : [],
    );
  }

  get refused(): readonly { id: string; detail: string }[] {
    return [...this.#entries.values()].flatMap(({ id, trouble }) =>
      trouble?.kind === 'refused' ? [{ id, detail: trouble.detail }] : [],
    );
  }

  /** Records what a person changed. */
  record({ changes, origin }: DocumentChange): void {
    if (origin !== 'edit' && origin !== 'undo' && origin !== 'redo') return;
    for (const { id, before, after, split, plugin } of changes) {
      const version = this.#document.recordOf(id)?.version;
      const entry = this.#entries.get(id) ?? { id, base: before, version, after: before };
      // An undone change is no longer a split, and is the person's own.
      const isUndone = origin === 'undo';
      const label = isUndone ? { ...entry, plugin: undefined } : entry;
      this.#replace(id, changed(label, after, isUndone ? false : split, isUndone ? undefined : plugin));
    }
    this.#onChange(changes.map(({ id }) => id));
  }

  /** Adds entries of closed tabs, and shows them in the document. */
  adopt(entries: readonly QueueEntry[]): void {
    for (const entry of entries) {
      this.#entries.set(entry.id, entry);
      if (entry.version !== undefined && !this.#document.recordOf(entry.id))
        this.#document.acknowledge(entry.id, { version: entry.version });
    }
    const changes = entries.map(({ id, after }) => ({ id, before: this.#document.get(id), after }));
    this.#document.apply(
      changes.filter(({ before, after }) => before !== after),
      'load',
    );
  }

  /**
   * Applies what the server has, from a loaded area or a live event. States older than the known version are ignored.
   * An object changed here is left alone; the server will answer with a conflict.
   */
  receive(states: readonly ServerState[], origin: Extract<ChangeOrigin, 'load' | 'remote'>): void {
    const changes = new Map<string, Change>();
    for (const item of states) {
      const { id, content, record } = item;
      if (this.#entries.has(id)) {
        this.#defer(item);
        continue;
      }
      const known = this.#document.recordOf(id);
      if (known && record.version < known.version) continue;
      this.#document.acknowledge(id, record);
      const before = this.#document.get(id);
      if (before !== content && !(known?.version === record.version && before))
        changes.set(id, { id, before, after: content });
    }
    this.#document.apply([...changes.values()], origin);
  }

  /** Returns what one request sends; it stays pending until it is answered. */
  nextBatch(maxChanges: number): SentEntry[] {
    const batch = nextBatch(this.#entries.values(), maxChanges);
    for (const entry of batch) this.#entries.set(entry.id, entry);
    return batch;
  }

  /** Applies the server's answer to a sent change. Returns whether the change is saved. */
  answer(entry: QueueEntry, attempt: Attempt, answer: ChangeAnswer): boolean {
    const { id } = entry;
    if (answer.status === 'refused') {
      this.refuse(entry, answer.detail ?? '');
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
    this.#document.acknowledge(id, record ?? { version });
    this.#replace(id, acknowledged(entry, attempt, version));
    return true;
  }

  /** The server refuses the change for this reason. */
  refuse(entry: QueueEntry, detail: string): void {
    this.#entries.set(entry.id, troubled(entry, { kind: 'refused', detail }));
  }

  /** Ends a conflict with the object as it shall be; undefined: deleted. */
  resolve(id: string, as: MapObject | undefined): void {
    const entry = this.#entries.get(id);
    if (entry?.trouble?.kind !== 'conflict')
      throw new AppError('no-conflict', `The object ${id} has no conflict to resolve.`);
    const { theirs, theirRecord } = entry.trouble;
    const isTheirs = hasSameContent(as, theirs);
    const after = isTheirs ? theirs : as;
    if (isTheirs) this.#entries.delete(id);
    else this.#entries.set(id, { id, after, base: theirs, version: theirRecord?.version });
    this.#show(id, after, theirRecord);
    this.#onChange([id]);
  }

  /** Replaces the unsent change by what the server has. */
  discard(id: string, theirs: MapObject | undefined, record: ServerRecord | undefined): void {
    this.#entries.delete(id);
    this.#deferred.delete(id);
    this.#show(id, theirs, record);
    this.#onChange([id]);
  }

  /** Sets the entry; without one, the object becomes what was deferred. */
  #replace(id: string, entry: QueueEntry | undefined): void {
    if (entry) {
      this.#entries.set(id, entry);
      return;
    }
    this.#entries.delete(id);
    const item = this.#deferred.get(id);
    if (!item || !this.#deferred.delete(id)) return;
    // Later, in case a listener of the document is handling an earlier change.
    queueMicrotask(() => {
      if (!this.#closing.aborted) this.receive([item], 'remote');
    });
  }

  #defer(item: ServerState): void {
    const { id, content, record } = item;
    const entry = this.#entries.get(id);
    if (entry?.trouble?.kind === 'conflict') {
      if (record.version > (entry.trouble.theirRecord?.version ?? -1)) {
        this.#entries.set(id, troubled(entry, { kind: 'conflict', theirs: content, theirRecord: record }));
        this.#onChange([id]);
      }
    } else if (record.version > (this.#deferred.get(id)?.record.version ?? -1)) this.#deferred.set(id, item);
  }

  #show(id: string, after: MapObject | undefined, record: ServerRecord | undefined): void {
    const before = this.#document.get(id);
    if (record) this.#document.acknowledge(id, record);
    if (before !== after) this.#document.apply([{ id, before, after }], 'resolve');
  }
}
