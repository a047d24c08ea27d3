import { BehaviorSubject, skip, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import { extentOfObject, type Extent } from '#core/document';
import { Lifetime, Latest, type Disposable } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { getProject } from '#core/protocol';

/** A project with up to this many objects is loaded as a whole: it can be edited at any zoom. */
const SMALL = 5_000;

interface SizeState {
  /** Undefined while unknown. */
  readonly count: number | undefined;
  readonly extent: Extent | undefined;
}

/** Number and extent of a project's objects; loaded again after large changes by others. */
export class ProjectSize implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #newest = new Latest();
  readonly #project: OpenProject;
  readonly #size: BehaviorSubject<SizeState>;
  readonly size$: Observable<SizeState>;

  constructor(project: OpenProject, api: Pick<Api, 'call'>) {
    this.#project = project;
    this.#size = new BehaviorSubject<SizeState>(sizeOf(project.project));
    this.size$ = this.#size.asObservable();
    this.#lifetime.add(() => this.#newest.cancel());
    this.#lifetime.add(
      project.generation$.pipe(skip(1)).subscribe(() => {
        this.#size.next({ ...this.#size.value, count: undefined });
        this.#newest
          .run((signal) => api.call(getProject, { params: { id: project.project.id } }, { signal }))
          .then((answer) => {
            if (answer) this.#size.next(sizeOf(answer.data));
          })
          // Unknown: treated as too large to be loaded as a whole.
          .catch(() => this.#size.next({ ...this.#size.value, count: Infinity }));
      }),
    );
  }

  /** Extent when last loaded. */
  get requestedExtent(): Extent | undefined {
    return this.#size.value.extent;
  }

  /** Extent of all objects: on the server, and drawn here since. */
  get extent(): Extent | undefined {
    let box = this.requestedExtent;
    for (const object of this.#project.document.values()) {
      const own = extentOfObject(object);
      box = box
        ? [
            Math.min(box[0], own[0]),
            Math.min(box[1], own[1]),
            Math.max(box[2], own[2]),
            Math.max(box[3], own[3]),
          ]
        : own;
    }
    return box;
  }

  /** Whether the size is known. */
  get known(): boolean {
    return this.#size.value.count !== undefined;
  }

  get small(): boolean {
    const { count } = this.#size.value;
    return count !== undefined && count <= SMALL;
  }

  /** Whether objects are loaded at this zoom: always in a small project, else from `loadZoom` on. */
  seenAsObjects(zoom: number, loadZoom: number): boolean {
    return this.small || zoom >= loadZoom;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#size.complete();
  }
}

function sizeOf({ objectCount, extent }: OpenProject['project']): SizeState {
  return { count: objectCount, extent: extent ?? undefined };
}
