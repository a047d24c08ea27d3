import { skip, type Subscription } from 'rxjs';
import {
  boxesMeet,
  growBox,
  type ProjectedExtent,
  type TileSource,
  type ProjectedGeometry,
  eastingOf,
  HALF_WORLD,
  northingOf,
  zoomOf,
} from '#core/canvas';
import type { Api } from '#core/api';
import type { Disposable } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { tile as tileCall } from '#core/protocol';
import type { ProjectSize } from '../model/project-size.ts';
import type { Shape } from './tile-format.ts';

interface Fetched {
  readonly box: ProjectedExtent;
  /** Undefined while loading. */
  shapes: ReadonlyMap<string, readonly Shape[]> | undefined;
  etag: string | undefined;
  controller: AbortController | undefined;
}

const KEPT = 256;
/** A tile this many times wider is of no use for this one: small objects were drawn as dots. */
const COARSEST = 8;
/** Milliseconds after which a failed tile is requested again. */
const AGAIN = 3_000;
const AT_ONCE = 6;

/**
 * The overview: the server's vector tiles, drawn like objects but not loaded as such. Objects of the document are
 * left out (they are drawn from there, newer), and so are those deleted here. Where objects are to be loaded it stays
 * until all of them are there.
 */
export class VectorTiles implements TileSource, Disposable {
  readonly #tiles = new Map<string, Fetched>();
  readonly #gone = new Set<string>();
  readonly #subscriptions: Subscription[];
  readonly #project: OpenProject;
  readonly #api: Pick<Api, 'bytes'>;
  readonly #size: Pick<ProjectSize, 'asked'>;
  readonly #shownAt: (zoom: number) => boolean;
  readonly #changed: (box?: ProjectedExtent) => void;
  #running = 0;
  readonly #queue: string[] = [];
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #closed = false;

  constructor(parts: {
    project: OpenProject;
    api: Pick<Api, 'bytes'>;
    size: Pick<ProjectSize, 'asked'>;
    /** Whether tiles are shown at this zoom instead of objects. */
    shownAt: (zoom: number) => boolean;
    /** The contents of the box must be redrawn. */
    changed: (box?: ProjectedExtent) => void;
  }) {
    this.#project = parts.project;
    this.#api = parts.api;
    this.#shownAt = parts.shownAt;
    this.#changed = parts.changed;
    this.#size = parts.size;
    this.#subscriptions = [
      parts.project.generation$.pipe(skip(1)).subscribe(() => this.refresh()),
      parts.project.document.changes$.subscribe(({ changes, origin }) => {
        for (const { id, after } of changes) {
          if (after) this.#gone.delete(id);
          else if (origin !== 'unload') this.#gone.add(id);
        }
        // Freed objects are drawn from tiles again, and may have changed since these were loaded.
        if (origin === 'unload') this.refresh();
      }),
    ];
  }

  paint(
    typeName: string,
    box: ProjectedExtent,
    resolution: number,
    draw: (shapes: ProjectedGeometry, cut: ProjectedExtent) => void,
  ): boolean {
    const zoom = zoomOf(resolution);
    if (!this.#shownAt(zoom)) return true;
    let here = true;
    for (const { box: cut, shapes: layers } of this.#covering(box, Math.max(0, Math.floor(zoom)))) {
      here &&= layers !== undefined;
      for (const { id, flat } of layers ? (layers.get(typeName) ?? []) : this.#meanwhile(cut, typeName)) {
        if (!boxesMeet(flat.box, box) || this.#gone.has(id) || this.#project.document.get(id)) continue;
        draw(flat, cut);
      }
    }
    return here;
  }

  /** Reloads everything; old tiles stay until the new ones arrive. */
  refresh(): void {
    for (const [key, fetched] of this.#tiles) {
      fetched.controller?.abort();
      fetched.controller = undefined;
      if (fetched.shapes) this.#ask(key);
      else this.#tiles.delete(key);
    }
    this.#changed();
  }

  dispose(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    for (const { controller } of this.#tiles.values()) controller?.abort();
    this.#tiles.clear();
  }

  /** What another zoom has of a place whose tile is still loading: the nearest coarser one, or the next finer. */
  #meanwhile(cut: ProjectedExtent, typeName: string): readonly Shape[] {
    const size = cut[2] - cut[0];
    let coarser: Fetched | undefined;
    const finer: Shape[] = [];
    for (const fetched of this.#tiles.values()) {
      if (!fetched.shapes) continue;
      const { box } = fetched;
      const width = box[2] - box[0];
      const around = width <= size * COARSEST && holds(box, cut);
      if (around && (!coarser || width < coarser.box[2] - coarser.box[0])) coarser = fetched;
      else if (holds(cut, box) && width > size / 3) finer.push(...(fetched.shapes.get(typeName) ?? []));
    }
    return coarser?.shapes?.get(typeName) ?? finer;
  }

  #covering(box: ProjectedExtent, zoom: number): Fetched[] {
    const size = (2 * HALF_WORLD) / 2 ** zoom;
    const last = 2 ** zoom - 1;
    const index = (metres: number) => Math.max(0, Math.min(last, Math.floor(metres / size)));
    const found: Fetched[] = [];
    const whole = this.#size.asked;
    // No tile is requested beyond the extent of the objects, extended by the size of symbols.
    const ours =
      whole &&
      growBox(
        [eastingOf(whole[0]), northingOf(whole[1]), eastingOf(whole[2]), northingOf(whole[3])],
        size / 32,
      );
    for (let y = index(HALF_WORLD - box[3]); y <= index(HALF_WORLD - box[1]); y++) {
      for (let x = index(box[0] + HALF_WORLD); x <= index(box[2] + HALF_WORLD); x++) {
        const [west, north] = [x * size - HALF_WORLD, HALF_WORLD - y * size];
        const cut: ProjectedExtent = [west, north - size, west + size, north];
        if (ours && !boxesMeet(cut, ours)) continue;
        const key = `${zoom}/${x}/${y}`;
        let fetched = this.#tiles.get(key);
        if (fetched) {
          // Moves it to the end: the least recently used are dropped first.
          this.#tiles.delete(key);
        } else {
          fetched = {
            box: cut,
            shapes: undefined,
            etag: undefined,
            controller: undefined,
          };
          this.#ask(key);
        }
        this.#tiles.set(key, fetched);
        found.push(fetched);
      }
    }
    for (const [key, { controller }] of this.#tiles) {
      if (this.#tiles.size <= KEPT) break;
      controller?.abort();
      this.#tiles.delete(key);
    }
    return found;
  }

  #ask(key: string): void {
    if (!this.#queue.includes(key)) this.#queue.push(key);
    queueMicrotask(() => this.#next());
  }

  #next(): void {
    while (this.#running < AT_ONCE && !this.#closed) {
      // The last ones requested are in view.
      const key = this.#queue.pop();
      if (key === undefined) return;
      const fetched = this.#tiles.get(key);
      if (!fetched) continue;
      this.#running++;
      void this.#fetch(key, fetched).finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }

  async #fetch(key: string, fetched: Fetched): Promise<void> {
    const [z, x, y] = key.split('/');
    const controller = (fetched.controller = new AbortController());
    try {
      const answer = await this.#api.bytes(
        tileCall,
        { params: { projectId: this.#project.project.id, z, x, y: `${y}.mvt` } },
        {
          signal: controller.signal,
          ...(fetched.etag === undefined ? {} : { ifNoneMatch: fetched.etag }),
        },
      );
      if (controller.signal.aborted || answer.status === 304) return;
      // Small projects never need it.
      const { readTile } = await import('./tile-format.ts');
      if (controller.signal.aborted) return;
      fetched.etag = answer.etag;
      fetched.shapes = answer.data?.byteLength ? readTile(answer.data, fetched.box) : new Map();
      this.#changed(fetched.box);
    } catch {
      if (controller.signal.aborted || fetched.shapes) return;
      // Dropped, so that it is requested again: when it is next in view, or soon if it still is.
      this.#tiles.delete(key);
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#changed(fetched.box);
      }, AGAIN);
      this.#timers.add(timer);
    }
  }
}

/** Whether the larger tile contains the centre of the smaller one. */
function holds(larger: ProjectedExtent, smaller: ProjectedExtent): boolean {
  if (larger[2] - larger[0] <= smaller[2] - smaller[0]) return false;
  const [x, y] = [(smaller[0] + smaller[2]) / 2, (smaller[1] + smaller[3]) / 2];
  return x > larger[0] && x < larger[2] && y > larger[1] && y < larger[3];
}
