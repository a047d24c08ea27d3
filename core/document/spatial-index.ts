import Flatbush from 'flatbush';
import type { Extent, Segment, IndexQuery, SpatialIndex } from './contract.ts';
import type { MapObject } from './object.ts';
import { EdgeList } from './found-edges.ts';
import { PackedRuns } from './packed-runs.ts';
import { extentOfObject } from './lines.ts';
import { extentsMeet, splitAtAntimeridian } from './runs.ts';

interface PackedTree {
  readonly objects: readonly MapObject[];
  readonly boxes: Flatbush;
  readonly runs: PackedRuns;
}

interface Loose {
  readonly extent: Extent;
  readonly runs: PackedRuns;
}

/** Up to so many changed objects are looked at one by one before they get a tree of their own. */
const MAX_LOOSE = 64;

/**
 * Extents of the document's objects in packed trees, newest last, and the latest few loose. Nothing is taken out of a tree:
 * what is gone of it is known beside it, and objects are immutable, so that what comes back by an undo is there already.
 * Small trees are packed together with their larger elder, so that there are never more than log(n). All building waits
 * for the first question.
 */
export class ObjectIndex implements SpatialIndex {
  #trees: PackedTree[] = [];
  readonly #packed = new Set<MapObject>();
  /** Of the packed ones. */
  readonly #removed = new Set<MapObject>();
  readonly #loose = new Map<MapObject, Loose | undefined>();

  add(object: MapObject): void {
    if (this.#packed.has(object)) this.#removed.delete(object);
    else this.#loose.set(object, undefined);
  }

  remove(object: MapObject): void {
    if (!this.#loose.delete(object) && this.#packed.has(object)) this.#removed.add(object);
  }

  search(extent: Extent): string[] {
    return this.objects(extent).map((object) => object.id);
  }

  /** As `search`, the objects themselves. */
  objects(extent: Extent, { max = Infinity, where }: IndexQuery = {}): MapObject[] {
    const found: MapObject[] = [];
    const parts = splitAtAntimeridian(extent);
    for (const part of parts)
      this.#each(
        part,
        () => found.length < max,
        (object) => {
          if (where?.(object) !== false) found.push(object);
        },
      );
    return parts.length === 1 ? found : [...new Set(found)];
  }

  segments(extent: Extent, sought?: IndexQuery): Segment[] {
    return this.edges(extent, sought).segments();
  }

  edges(extent: Extent, { max = Infinity, where }: IndexQuery = {}): EdgeList {
    const found = new EdgeList(max);
    for (const part of splitAtAntimeridian(extent))
      this.#each(
        part,
        () => !found.isFull,
        (object, runs, at) => {
          if (where?.(object) !== false) runs.addEdges(found, at, object, part);
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
    goOn: () => boolean,
    found: (object: MapObject, runs: PackedRuns, at: number) => void,
  ): void {
    if (this.#loose.size > MAX_LOOSE || this.#isSparse) this.#pack();
    const [west, south, east, north] = extent;
    for (const { objects, boxes, runs } of this.#trees)
      boxes.search(west, south, east, north, (at) => {
        const object = goOn() && objects[at]!;
        if (object && (this.#removed.size === 0 || !this.#removed.has(object))) found(object, runs, at);
        return false;
      });
    for (const [object, known] of this.#loose) {
      const loose = known ?? { extent: extentOfObject(object), runs: new PackedRuns(1) };
      if (!known) this.#loose.set(object, loose);
      if (extentsMeet(loose.extent, extent) && goOn()) found(object, loose.runs, 0);
    }
  }

  /** Is much of what is packed gone? It would be held for nothing. */
  get #isSparse(): boolean {
    return this.#removed.size * 4 > this.#packed.size;
  }

  #pack(): void {
    const objects = [...this.#loose.keys()];
    this.#loose.clear();
    const all = this.#isSparse;
    for (
      let last = this.#trees.at(-1);
      last && (all || last.objects.length <= objects.length * 2);
      last = this.#trees.at(-1)
    ) {
      this.#trees.pop();
      for (const object of last.objects) {
        if (!this.#removed.delete(object)) objects.push(object);
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
