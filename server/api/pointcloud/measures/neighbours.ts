import { placeAt, type Gathered } from './gather.ts';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';

/** Points in cubes of one size, to find those near a place. */
export class Neighbours {
  readonly #points: Gathered;
  readonly #side: number;
  readonly #first = new Map<string, number>();
  readonly #next: Int32Array;

  constructor(points: Gathered, side: number) {
    this.#points = points;
    this.#side = side;
    this.#next = new Int32Array(points.count).fill(-1);
    for (let i = 0; i < points.count; i++) {
      const key = this.#key(placeAt(points, i), 0, 0, 0);
      this.#next[i] = this.#first.get(key) ?? -1;
      this.#first.set(key, i);
    }
  }

  /** The `count` points nearest to a place, the nearest first, of those not farther than the side of a cube. */
  near(place: Vector3, count: number): { i: number; distance: number }[] {
    const found: { i: number; distance: number }[] = [];
    for (let n = 0; n < 27; n++) {
      let i =
        this.#first.get(this.#key(place, (n % 3) - 1, (Math.floor(n / 3) % 3) - 1, Math.floor(n / 9) - 1)) ??
        -1;
      for (; i >= 0; i = this.#next[i]!) {
        const [x, y, z] = placeAt(this.#points, i);
        const distance = Math.hypot(x - place[0], y - place[1], z - place[2]);
        if (distance <= this.#side) found.push({ i, distance });
      }
    }
    return found.sort((a, b) => a.distance - b.distance).slice(0, count);
  }

  #key([x, y, z]: Vector3, dx: number, dy: number, dz: number): string {
    const { origin } = this.#points;
    const side = this.#side;
    const cell = (value: number, start: number, step: number) => Math.floor((value - start) / side) + step;
    return `${cell(x, origin[0], dx)} ${cell(y, origin[1], dy)} ${cell(z, origin[2], dz)}`;
  }
}
