import { combineLatest, debounceTime, distinctUntilChanged, map, type Observable } from 'rxjs';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Camera } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { ProjectSize } from './project-size.ts';

/** Milliseconds the map must rest before loading. */
const REST = 150;

/** Loads what comes into view, from the centre outwards; aborts what leaves the view. */
export class AreaLoader implements Disposable {
  readonly #lifetime = new Lifetime();
  /** Aborted when the view changes. */
  #looking = new AbortController();

  constructor(
    project: OpenProject,
    size: ProjectSize,
    camera$: Observable<Camera>,
    loadZoom$: Observable<number>,
  ) {
    const request$ = combineLatest([camera$, loadZoom$, project.generation$, size.size$]).pipe(
      debounceTime(REST),
      map(([camera, loadZoom, generation, { extent }]) => ({
        generation,
        extent: !size.seenAsObjects(camera.zoom, loadZoom)
          ? undefined
          : size.small && extent
            ? extent
            : camera.extent,
        // A project loaded as a whole has no centre.
        place: size.small ? undefined : camera.center,
      })),
      distinctUntilChanged((a, b) => a.generation === b.generation && same(a.extent, b.extent)),
    );
    this.#lifetime.add(() => this.#looking.abort());
    this.#lifetime.add(
      request$.subscribe(({ extent, place }) => {
        this.#looking.abort();
        this.#looking = new AbortController();
        // The project's loading state reports a failure; the area is requested again when the map has moved.
        if (extent) project.load(extent, this.#looking.signal, place).catch(() => undefined);
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

function same(a: readonly number[] | undefined, b: readonly number[] | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.every((value, i) => value === b[i]));
}
