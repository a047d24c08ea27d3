import Flatbush from 'flatbush';
import type { Extent, Segment, Sought, SpatialIndex } from './contract.ts';
import type { MapObject } from './object.ts';
import { EdgeList } from './found-edges.ts';
import { PackedRuns } from './packed-runs.ts';
import { extentOfObject } from './lines.ts';
import { meets, unwrapped } from './runs.ts';

interface Tree {
  readonly objects: readonly MapObject[];
  readonly boxes: Flatbush;
  readonly runs: PackedRuns;
}

interface Loose {
  readonly extent: Extent;
  readonly runs: PackedRuns;
}

/** Up to so many changed objects are looked at one by one before they get a tree of their own. */
const LOOSE = 64;

/**
 * Extents of the document's objects in packed trees, newest last, and the latest few loose. Nothing is taken out of a tree:
 * what is gone of it is known beside it, and objects are immutable, so that what comes back by an undo is there already.
 * Small trees are packed together with their larger elder, so that there are never more than log(n). All building waits
 * for the first question.
 */
export class ObjectIndex implements SpatialIndex {
  #trees: Tree[] = [];
  readonly #packed = new Set<MapObject>();
  /** Of the packed ones. */
  readonly #gone = new Set<MapObject>();
  readonly #loose = new Map<MapObject, Loose | undefined>();

  add(object: MapObject): void {
    if (this.#packed.has(object)) this.#gone.delete(object);
    else this.#loose.set(object, undefined);
  }

  remove(object: MapObject): void {
    if (!this.#loose.delete(object) && this.#packed.has(object)) this.#gone.add(object);
  }

  search(extent: Extent): string[] {
    return this.objects(extent).map((object) => object.id);
  }

  /** As `search`, the objects themselves. */
  objects(extent: Extent, { most = Infinity, of }: Sought = {}): MapObject[] {
    const found: MapObject[] = [];
    const parts = unwrapped(extent);
    for (const part of parts)
      this.#each(
        part,
        () => found.length < most,
        (object) => {
          if (of?.(object) !== false) found.push(object);
        },
      );
    return parts.length === 1 ? found : [...new Set(found)];
  }

  segments(extent: Extent, sought?: Sought): Segment[] {
    return this.edges(extent, sought).segments();
  }

  edges(extent: Extent, { most = Infinity, of }: Sought = {}): EdgeList {
    const found = new EdgeList(most);
    for (const part of unwrapped(extent))
      this.#each(
        part,
        () => !found.isFull,
        (object, runs, at) => {
          if (of?.(object) !== false) runs.addEdges(found, at, object, part);
        },
      );
    return found;
  }

  /**
   * Calls `found` with each object, and where its runs are packed, while more are wanted; makes no list of them: there may be
   * very many.
   */
  #each(
    extent: Extent,
    wanted: () => boolean,
    found: (object: MapObject, runs: PackedRuns, at: number) => void,
  ): void {
    if (this.#loose.size > LOOSE || this.#isHollow) this.#pack();
    const [west, south, east, north] = extent;
    for (const { objects, boxes, runs } of this.#trees)
      boxes.search(west, south, east, north, (at) => {
        const object = wanted() && objects[at]!;
        if (object && (this.#gone.size === 0 || !this.#gone.has(object))) found(object, runs, at);
        return false;
      });
    for (const [object, known] of this.#loose) {
      const loose = known ?? { extent: extentOfObject(object), runs: new PackedRuns(1) };
      if (!known) this.#loose.set(object, loose);
      if (meets(loose.extent, extent) && wanted()) found(object, loose.runs, 0);
    }
  }

  /** Is much of what is packed gone? It would be held for nothing. */
  get #isHollow(): boolean {
    return this.#gone.size * 4 > this.#packed.size;
  }

  #pack(): void {
    const objects = [...this.#loose.keys()];
    this.#loose.clear();
    const all = this.#isHollow;
    for (
      let elder = this.#trees.at(-1);
      elder && (all || elder.objects.length <= objects.length * 2);
      elder = this.#trees.at(-1)
    ) {
      this.#trees.pop();
      for (const object of elder.objects) {
        if (!this.#gone.delete(object)) objects.push(object);
        else this.#packed.delete(object);
      }
    }
    if (objects.length === 0) return;
    const boxes = new Flatbush(objects.length);
    for (const object of objects) {
      boxes.add(...extentOfObject(object));
      this.#packed.add(object);
    }
    boxes.finish();
    this.#trees.push({ objects, boxes, runs: new PackedRuns(objects.length) });
  }
}
