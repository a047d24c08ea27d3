import type { Vector3 } from '../../../formats/pointcloud/source.ts';

/** Points in a cell from which on cells are made smaller, on average over the points. */
const CROWDED = 40;

/** Points in cubes, found by the place of their cube. */
export class NearIndex {
  readonly #places: Float64Array;
  readonly side: number;
  readonly #cells: Int32Array;
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #mask: number;

  /** `places`: three coordinates a point, near zero. */
  constructor(places: Float64Array, side: number) {
    const count = places.length / 3;
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * count)));
    this.#places = places;
    this.side = side;
    this.#mask = size - 1;
    this.#cells = new Int32Array(3 * count);
    this.#heads = new Int32Array(size).fill(-1);
    this.#next = new Int32Array(count);
    for (let i = 0; i < 3 * count; i++) this.#cells[i] = Math.floor(places[i]! / side);
    for (let i = 0; i < count; i++) {
      const slot = this.#slot(this.#cells[3 * i]!, this.#cells[3 * i + 1]!, this.#cells[3 * i + 2]!);
      this.#next[i] = this.#heads[slot]!;
      this.#heads[slot] = i;
    }
  }

  /** With cells that are small enough to look at all their points. */
  static of(places: Float64Array, side: number): NearIndex {
    let index = new NearIndex(places, side);
    for (let halved = 0; halved < 6 && index.#crowd() > CROWDED; halved++)
      index = new NearIndex(places, index.side / 2);
    return index;
  }

  /** Number of other points not farther than `radius`, at most as many as cells have a side; stops at `enough`. */
  within(i: number, radius: number, enough: number): number {
    let found = 0;
    const limit = radius ** 2;
    const reach = Math.ceil(radius / this.side);
    for (let ring = 0; ring <= reach && found < enough; ring++)
      this.#ring(i, ring, (other) => {
        if (other !== i && this.#squared(i, other) <= limit) found++;
        return found < enough;
      });
    return Math.min(found, enough);
  }

  /** Mean distance to the `count` nearest other points; those farther than `most` count as at `most`. */
  meanDistance(i: number, count: number, most: number): number {
    const nearest = new Float64Array(count).fill(most ** 2);
    const reach = Math.ceil(most / this.side);
    for (let ring = 0; ring <= reach; ring++) {
      // Whatever is in this ring is at least so far.
      const atLeast = (ring - 1) * this.side;
      if (ring > 0 && nearest[count - 1]! <= atLeast ** 2) break;
      this.#ring(i, ring, (other) => {
        const squared = other === i ? Infinity : this.#squared(i, other);
        let at = count - 1;
        if (squared >= nearest[at]!) return true;
        for (; at > 0 && nearest[at - 1]! > squared; at--) nearest[at] = nearest[at - 1]!;
        nearest[at] = squared;
        return true;
      });
    }
    return nearest.reduce((sum, squared) => sum + Math.sqrt(squared), 0) / count;
  }

  /** The `count` points nearest to a place, the nearest first, of those not farther than `most`. */
  nearest([x, y, z]: Vector3, count: number, most: number): number[] {
    const found: number[] = [];
    const distances: number[] = [];
    const places = this.#places;
    const centre = [x, y, z].map((each) => Math.floor(each / this.side)) as Vector3;
    const reach = Math.ceil(most / this.side);
    const limit = most ** 2;
    for (let ring = 0; ring <= reach; ring++) {
      // Whatever is in this ring is at least so far.
      const atLeast = (ring - 1) * this.side;
      if (ring > 0 && found.length === count && distances[count - 1]! <= atLeast ** 2) break;
      this.#around(centre, ring, (other) => {
        const [dx, dy, dz] = [places[3 * other]! - x, places[3 * other + 1]! - y, places[3 * other + 2]! - z];
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared > limit || (found.length === count && squared >= distances[count - 1]!)) return true;
        let at = Math.min(found.length, count - 1);
        for (; at > 0 && distances[at - 1]! > squared; at--) {
          distances[at] = distances[at - 1]!;
          found[at] = found[at - 1]!;
        }
        distances[at] = squared;
        found[at] = other;
        return true;
      });
    }
    return found;
  }

  /** Calls with every point of the cubes that are `ring` cubes away from that of a point, until it returns false. */
  #ring(i: number, ring: number, call: (other: number) => boolean): void {
    const cells = this.#cells;
    this.#around([cells[3 * i]!, cells[3 * i + 1]!, cells[3 * i + 2]!], ring, call);
  }

  #around([cx, cy, cz]: Vector3, ring: number, call: (other: number) => boolean): void {
    const cells = this.#cells;
    for (let dz = -ring; dz <= ring; dz++)
      for (let dy = -ring; dy <= ring; dy++) {
        const isFace = Math.abs(dz) === ring || Math.abs(dy) === ring;
        for (let dx = -ring; dx <= ring; dx += isFace || ring === 0 ? 1 : 2 * ring) {
          const [x, y, z] = [cx + dx, cy + dy, cz + dz];
          for (let other = this.#heads[this.#slot(x, y, z)]!; other >= 0; other = this.#next[other]!) {
            // Another cube may have the same slot.
            if (cells[3 * other] !== x || cells[3 * other + 1] !== y || cells[3 * other + 2] !== z) continue;
            if (!call(other)) return;
          }
        }
      }
  }

  #squared(i: number, other: number): number {
    const places = this.#places;
    const x = places[3 * i]! - places[3 * other]!;
    const y = places[3 * i + 1]! - places[3 * other + 1]!;
    const z = places[3 * i + 2]! - places[3 * other + 2]!;
    return x * x + y * y + z * z;
  }

  #slot(x: number, y: number, z: number): number {
    return (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) & this.#mask;
  }

  /** Points in the cell of a point, on average over a sample. */
  #crowd(): number {
    const count = this.#next.length;
    const every = Math.max(1, Math.floor(count / 500));
    let [sum, looked] = [0, 0];
    for (let i = 0; i < count; i += every, looked++) this.#ring(i, 0, () => ++sum > 0);
    return sum / Math.max(1, looked);
  }
}
