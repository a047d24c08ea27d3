import type { NodePoints } from './points.ts';

const CELLS = 128;

type FixedMatrix = readonly [
  ...[number, number, number, number, number, number, number, number],
  ...[number, number, number, number, number, number, number, number],
];

/**
 * The lowest loaded points over a cloud, by cells: the ground on which one walks, and on which objects without heights
 * are drawn. Coordinates are those of the scene.
 */
export class GroundGrid {
  readonly #lowest = new Float32Array(CELLS * CELLS).fill(Number.NaN);
  readonly #x: number;
  readonly #y: number;
  readonly #cell: number;
  readonly #base: number;

  /** `base`: the height where nothing is loaded. */
  constructor(x: number, y: number, side: number, base: number) {
    this.#x = x;
    this.#y = y;
    this.#cell = Math.max(1e-6, side / CELLS);
    this.#base = base;
  }

  /** Adds points of a node. `matrix`: from there to the scene, column-major. */
  add(
    { positions, classification, count }: NodePoints,
    matrix: readonly number[],
    hidden: ReadonlySet<number>,
  ): void {
    const [a, d, g, , b, e, h, , c, f, i9, , tx, ty, tz] = matrix as FixedMatrix;
    for (let i = 0; i < count; i++) {
      if (hidden.has(classification[i]!)) continue;
      const [x, y, z] = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!];
      const at = this.#indexOf(a * x + b * y + c * z + tx, d * x + e * y + f * z + ty);
      const height = g * x + h * y + i9 * z + tz;
      // NaN is below nothing: the first height of a cell is taken.
      if (at !== undefined && !(height >= this.#lowest[at]!)) this.#lowest[at] = height;
    }
  }

  /** The height of the cell, or of the nearest one around it that has points. */
  heightAt(x: number, y: number): number {
    for (let reach = 0; reach <= 4; reach++) {
      let lowest = Number.NaN;
      for (let dx = -reach; dx <= reach; dx++)
        for (let dy = -reach; dy <= reach; dy++) {
          const at = this.#indexOf(x + dx * this.#cell, y + dy * this.#cell);
          const height = at === undefined ? Number.NaN : this.#lowest[at]!;
          if (!(height >= lowest) && !Number.isNaN(height)) lowest = height;
        }
      if (!Number.isNaN(lowest)) return lowest;
    }
    return this.#base;
  }

  /** Whether the place is over the cloud. */
  covers(x: number, y: number): boolean {
    return this.#indexOf(x, y) !== undefined;
  }

  #indexOf(x: number, y: number): number | undefined {
    const column = Math.floor((x - this.#x) / this.#cell);
    const row = Math.floor((y - this.#y) / this.#cell);
    return column < 0 || row < 0 || column >= CELLS || row >= CELLS ? undefined : row * CELLS + column;
  }
}
