import { Subject, type Observable } from 'rxjs';
import { AppError } from '#core/kernel';
import type { ProjectDocument } from './contract.ts';
import type { Change, ChangeOrigin, DocumentChange, MapObject, ServerRecord } from './object.ts';
import { ObjectIndex } from './spatial-index.ts';

/** The objects of an open project, in memory. */
export class ObjectDocument implements ProjectDocument {
  readonly #objects = new Map<string, MapObject>();
  readonly #records = new Map<string, ServerRecord>();
  readonly #changes = new Subject<DocumentChange>();
  readonly changes$: Observable<DocumentChange> = this.#changes.asObservable();
  readonly index = new ObjectIndex();

  constructor(readonly projectId: string) {}

  get size(): number {
    return this.#objects.size;
  }

  get(id: string): MapObject | undefined {
    return this.#objects.get(id);
  }

  values(): Iterable<MapObject> {
    return this.#objects.values();
  }

  /** Also of a deleted object, once its deletion is acknowledged: the version on which it can be restored. */
  recordOf(id: string): ServerRecord | undefined {
    return this.#records.get(id);
  }

  acknowledge(id: string, record: ServerRecord | undefined): void {
    if (record) this.#records.set(id, record);
    else this.#records.delete(id);
  }

  apply(changes: readonly Change[], origin: ChangeOrigin): void {
    if (changes.length === 0) return;
    this.#verify(changes);
    for (const { id, before, after } of changes) {
      if (before) this.index.remove(before);
      if (after) {
        this.#objects.set(id, after);
        this.index.add(after);
      } else this.#objects.delete(id);
      // Freed objects are forgotten completely, as if never loaded.
      if (origin === 'unload') this.#records.delete(id);
    }
    this.#changes.next({ changes, origin });
  }

  /** Checks all changes before the first is applied, so that a refused list changes nothing. */
  #verify(changes: readonly Change[]): void {
    const isUnique = new Set(changes.map(({ id }) => id)).size === changes.length;
    const upcoming = new Map<string, MapObject | undefined>();
    for (const { id, before, after } of changes) {
      const current = upcoming.has(id) ? upcoming.get(id) : this.#objects.get(id);
      if (current !== before)
        throw new AppError(
          'stale-change',
          `The object ${id} is no longer what the change was made from; make the change again.`,
        );
      if (after && after.id !== id)
        throw new AppError('wrong-id', `A change of the object ${id} carries the object ${after.id}.`);
      if (!isUnique) upcoming.set(id, after);
    }
  }
}
