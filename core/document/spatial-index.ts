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

interface UnpackedObject {
  readonly extent: Extent;
  readonly runs: PackedRuns;
}

/** Up to this many changed objects are searched one by one before they are packed into a tree. */
const MAX_LOOSE = 64;

/**
 * Packed R-trees over the extents of the document's objects, newest last, and a few loose objects. Nothing is deleted
 * from a tree: removed objects are listed separately, and since objects are immutable, one restored by undo is
 * already there. Small trees are merged with the larger one before, so that there are at most log(n). All building
 * waits for the first search.
 */
export class ObjectIndex implements SpatialIndex {
  #trees: PackedTree[] = [];
  readonly #packed = new Set<MapObject>();
  /** Packed objects that are no longer in the document. */
  readonly #removed = new Set<MapObject>();
  readonly #loose = new Map<MapObject, UnpackedObject | undefined>();

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

  segments(extent: Extent, query?: IndexQuery): Segment[] {
    return this.edges(extent, query).segments();
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
   * Calls `found` with each object and its packed runs while `goOn` is true, without building a list: there may be
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

  /** Returns whether much of what is packed was removed, so that repacking frees memory. */
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
