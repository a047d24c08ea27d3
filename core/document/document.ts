import { Subject, type Observable } from 'rxjs';
import { AppError } from '#core/kernel';
import type { ProjectDocument } from './contract.ts';
import type { Change, ChangeOrigin, DocumentChange, MapObject, ServerRecord } from './object.ts';
import { ObjectIndex } from './spatial-index.ts';

/** The objects of one open project, in memory. */
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

  /** Of a deleted object too, once its deletion is acknowledged: the version it can be brought back on. */
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
      // Of what is freed nothing is known any more: it comes back as if for the first time.
      if (origin === 'unload') this.#records.delete(id);
    }
    this.#changes.next({ changes, origin });
  }

  /** Looks at all of them before the first is applied: a refused list leaves no trace. */
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
