import type { IntegerBounds, Triple } from '../points.ts';

/** Cells of a node's sampling grid along each axis. */
export const GRID = 128;
/** Bits of a coordinate within the cube: 2²¹ cells along each axis. */
const BITS = 21;
/** Deepest level: its sampling grid has the finest cells. */
export const MAX_LEVEL = BITS - Math.log2(GRID);

/** The bits of a byte, three apart. */
const SPREAD = Int32Array.from({ length: 256 }, (_, byte) => {
  let spread = 0;
  for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) spread |= 1 << (3 * bit);
  return spread;
});

/** The cube of an octree, in the integer coordinates of points. */
export class Cube {
  readonly min: Triple;
  /** Length of the edge in units of coordinates. */
  readonly edge: number;
  // Plain numbers: they are used for every point many times.
  readonly #minX: number;
  readonly #minY: number;
  readonly #minZ: number;
  readonly #perX: number;
  readonly #perY: number;
  readonly #perZ: number;

  /** Encloses `bounds`, with the same length along all axes in units of coordinates. */
  constructor({ min, max }: IntegerBounds, scale: Triple) {
    this.min = [...min];
    this.edge = Math.max(...scale.map((step, i) => (max[i]! - min[i]! + 1) * step));
    [this.#minX, this.#minY, this.#minZ] = min;
    [this.#perX, this.#perY, this.#perZ] = scale.map((step) => (2 ** BITS * step) / this.edge) as Triple;
  }

  /** Whether a point, whose words begin at `at`, is inside. */
  contains(words: Int32Array, at: number): boolean {
    const x = (words[at]! - this.#minX) * this.#perX;
    const y = (words[at + 1]! - this.#minY) * this.#perY;
    const z = (words[at + 2]! - this.#minZ) * this.#perZ;
    return x >= 0 && y >= 0 && z >= 0 && x < 2 ** BITS && y < 2 ** BITS && z < 2 ** BITS;
  }

  /** Octants from level `from` to `from + levels`, at most 8, that lead to a point: three bits each, the first highest. */
  octants(words: Int32Array, at: number, from: number, levels: number): number {
    const shift = BITS - from - levels;
    const mask = (1 << levels) - 1;
    const x = (((words[at]! - this.#minX) * this.#perX) >> shift) & mask;
    const y = (((words[at + 1]! - this.#minY) * this.#perY) >> shift) & mask;
    const z = (((words[at + 2]! - this.#minZ) * this.#perZ) >> shift) & mask;
    return (SPREAD[x]! << 2) | (SPREAD[y]! << 1) | SPREAD[z]!;
  }

  /** The cell of a point in the sampling grid of its node at `level`, coarser by `coarser` bits. */
  cell(words: Int32Array, at: number, level: number, coarser: number): number {
    const bits = 7 - coarser;
    const shift = BITS - level - bits;
    const mask = (1 << bits) - 1;
    const x = (((words[at]! - this.#minX) * this.#perX) >> shift) & mask;
    const y = (((words[at + 1]! - this.#minY) * this.#perY) >> shift) & mask;
    const z = (((words[at + 2]! - this.#minZ) * this.#perZ) >> shift) & mask;
    return (((x << bits) | y) << bits) | z;
  }
}
