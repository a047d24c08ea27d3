import type { Autosave } from '#core/autosave';
import { splitAtAntimeridian, type Extent, type LoadedAreas, type ObjectDocument } from '#core/document';
import type { History } from '#core/history';
import type { Disposable } from '#core/kernel';
import { unloadDistant, type ViewedArea } from './unload-distant.ts';

interface ObjectLimitDependencies {
  readonly document: ObjectDocument;
  readonly areas: LoadedAreas;
  readonly autosave: Pick<Autosave, 'has'>;
  readonly history: Pick<History, 'state'>;
  /** Most objects in memory. */
  readonly max: number;
}

/** Knows what of the loaded objects is in view or in use, and unloads the others when there are too many. */
export class ObjectLimit {
  readonly #parts: ObjectLimitDependencies;
  readonly #views = new Map<AbortSignal, ViewedArea>();
  readonly #retainers = new Set<() => Iterable<string>>();
  /** Number of objects after the last unloading. */
  #sizeAfterUnload = 0;

  constructor(parts: ObjectLimitDependencies) {
    this.#parts = parts;
  }

  /** The extents in view, none of which crosses the antimeridian. */
  get views(): readonly Extent[] {
    return [...this.#views.values()].flatMap(({ extent }) => splitAtAntimeridian(extent));
  }

  /** Ids of the objects that undo or redo would change. */
  get undoable(): Set<string> {
    const { done, undone } = this.#parts.history.state;
    const ids = new Set<string>();
    for (const { changes } of [...done, ...undone]) for (const { id } of changes) ids.add(id);
    return ids;
  }

  /** The area is in view until `signal` is aborted. */
  addView(area: ViewedArea, signal: AbortSignal): void {
    this.#views.set(signal, area);
    signal.addEventListener('abort', () => this.#views.delete(signal), { once: true });
  }

  retain(ids: () => Iterable<string>): Disposable {
    this.#retainers.add(ids);
    return { dispose: () => void this.#retainers.delete(ids) };
  }

  unload(): void {
    const { document, areas, autosave, max } = this.#parts;
    if (document.size <= max || document.size === this.#sizeAfterUnload) return;
    const retained = this.undoable;
    for (const ids of this.#retainers) for (const id of ids()) retained.add(id);
    unloadDistant(document, areas, {
      views: [...this.#views.values()],
      isRetained: (id) => retained.has(id) || autosave.has(id) || !document.recordOf(id),
      max,
    });
    this.#sizeAfterUnload = document.size;
  }
}
