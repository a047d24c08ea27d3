import type { Extent } from './contract.ts';
import type { EdgeList } from './found-edges.ts';
import type { MapObject } from './object.ts';
import { extentOfPart, positionsOf } from './runs.ts';

/** Edges per stride; a stride has one box, and a long run is skipped by strides. */
const STRIDE = 32;
/** Runs of up to this many vertices are searched edge by edge. */
const MAX_UNSTRIDED = 2 * STRIDE;
/** Initial length of the array. */
const INITIAL_CAPACITY = 64;

/**
 * Coordinates of objects packed in one array, so that a search reads contiguous memory. An object is packed on its
 * first search.
 *
 * An object is: the number of runs; per run the number of vertices (negative for points), the boxes of its strides if
 * it is long, and its vertices.
 */
export class PackedRuns {
  #numbers = new Float64Array(INITIAL_CAPACITY);
  /** Index 0 stays unused: a start of 0 means that an object is not packed yet. */
  #end = 1;
  readonly #starts: Uint32Array;

  constructor(objects: number) {
    this.#starts = new Uint32Array(objects);
  }

  /** Adds the edges (and points) of an object whose extent meets `extent`, which must not cross the antimeridian. */
  addEdges(found: EdgeList, index: number, object: MapObject, extent: Extent): void {
    const start = this.#starts[index]! || this.#pack(index, object);
    const numbers = this.#numbers;
    const runs = numbers[start]!;
    let at = start + 1;
    for (let run = 0; run < runs && !found.isFull; run++) {
      const isPoints = numbers[at]! < 0;
      const size = Math.abs(numbers[at]!);
      const strides = at + 1;
      at = isPoints || size <= MAX_UNSTRIDED ? strides : strides + 4 * Math.ceil(size / STRIDE);
      if (isPoints) this.#addPoints(found, object, run, at, size, extent);
      else if (at === strides) this.#addStretch(found, object, run, at, 0, size - 1, extent);
      else
        for (let box = strides, first = 0; box < at; box += 4, first += STRIDE) {
          if (numbers[box]! > extent[2] || numbers[box + 2]! < extent[0]) continue;
          if (numbers[box + 1]! > extent[3] || numbers[box + 3]! < extent[1]) continue;
          this.#addStretch(found, object, run, at, first, Math.min(size - 1, first + STRIDE), extent);
        }
      at += 2 * size;
    }
  }

  /** Adds the edges that begin at vertices `first` to `last` (exclusive) of the run packed at `start`. */
  #addStretch(
    found: EdgeList,
    object: MapObject,
    run: number,
    start: number,
    first: number,
    last: number,
    extent: Extent,
  ): void {
    const numbers = this.#numbers;
    const west = extent[0];
    const south = extent[1];
    const east = extent[2];
    const north = extent[3];
    let x = numbers[start + 2 * first]!;
    let y = numbers[start + 2 * first + 1]!;
    for (let i = first; i < last; i++) {
      const toX = numbers[start + 2 * i + 2]!;
      const toY = numbers[start + 2 * i + 3]!;
      // One comparison for all four sides: separate branches would be mispredicted.
      const beyond = Math.max(
        west - Math.max(x, toX),
        Math.min(x, toX) - east,
        south - Math.max(y, toY),
        Math.min(y, toY) - north,
      );
      if (beyond <= 0) found.add(object, run, i, x, y, toX, toY);
      x = toX;
      y = toY;
    }
  }

  #addPoints(
    found: EdgeList,
    object: MapObject,
    run: number,
    start: number,
    size: number,
    [west, south, east, north]: Extent,
  ): void {
    for (let i = 0; i < size; i++) {
      const x = this.#numbers[start + 2 * i]!;
      const y = this.#numbers[start + 2 * i + 1]!;
      if (x >= west && x <= east && y >= south && y <= north) found.add(object, run, i, x, y, x, y);
    }
  }

  #pack(index: number, object: MapObject): number {
    const { type } = object.location;
    const isPoints = type === 'Point' || type === 'MultiPoint';
    const runs = positionsOf(object.location);
    const start = this.#end;
    this.#starts[index] = start;
    this.#push(runs.length);
    for (const positions of runs) {
      const size = positions.length;
      this.#push(isPoints ? -size : size);
      if (!isPoints && size > MAX_UNSTRIDED)
        for (let first = 0; first < size; first += STRIDE)
          // Includes the next vertex, where the stride's last edge ends.
          for (const side of extentOfPart(positions, first, Math.min(size, first + STRIDE + 1)))
            this.#push(side);
      for (const position of positions) {
        this.#push(position[0]);
        this.#push(position[1]);
      }
    }
    return start;
  }

  #push(number: number): void {
    if (this.#end === this.#numbers.length) {
      const wider = new Float64Array(this.#end * 2);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[this.#end++] = number;
  }
}
