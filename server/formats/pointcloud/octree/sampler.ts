import { GRID, type Cube } from './cube.ts';
import type { PointSet } from './point-set.ts';

/** Most points of a node above the leaves; with more a coarser grid is taken. */
const MAX_POINTS = 65_536;
/** Leaves with fewer points are merged into the node above. */
const TINY = 256;

/** Points that a node takes even where one cell has them all: each node above takes some of them in turn. */
const FEW = 32;

/** A child of the node that is sampled. */
export interface SampledChild {
  points: PointSet;
  leaf: boolean;
}

/** Takes points of the children of a node: one in each cell of its grid. */
export class Sampler {
  readonly #cube: Cube;
  readonly #seen = new Int32Array(GRID ** 3 / 32);

  constructor(cube: Cube) {
    this.#cube = cube;
  }

  /** The node's points; those that are taken are no longer the children's. */
  sample(children: readonly SampledChild[], level: number): PointSet {
    const tiny = children.filter(({ leaf, points }) => leaf && points.count <= TINY);
    const others = children.filter((child) => !tiny.includes(child));
    let coarser = 0;
    while (this.#number(others, level, coarser) > MAX_POINTS) coarser++;
    return this.#take(children, tiny, level, coarser);
  }

  /** How many points a grid would take. */
  #number(children: readonly SampledChild[], level: number, coarser: number): number {
    const available = children.reduce((sum, { points }) => sum + points.count, 0);
    if (available <= MAX_POINTS) return available;
    const [seen, cube] = [this.#seen.fill(0), this.#cube];
    let number = 0;
    for (const { points } of children)
      for (let i = 0; i < points.count; i++) {
        const cell = cube.cell(points.words, points.indices[i]! * points.stride, level, coarser);
        if ((seen[cell >> 5]! >> (cell & 31)) & 1) continue;
        seen[cell >> 5]! |= 1 << (cell & 31);
        number++;
      }
    return number;
  }

  #take(
    children: readonly SampledChild[],
    tiny: readonly SampledChild[],
    level: number,
    coarser: number,
  ): PointSet {
    const [seen, cube] = [this.#seen.fill(0), this.#cube];
    const { stride } = children[0]!.points;
    const available = children.reduce((sum, { points }) => sum + points.count, 0);
    const shared = children.every(({ points }) => points.words === children[0]!.points.words);
    const taken = new Uint32Array(Math.min(available, MAX_POINTS + 8 * TINY + FEW));
    const words = shared ? children[0]!.points.words : new Int32Array(taken.length * stride);
    let count = 0;
    for (const child of children) {
      const { points } = child;
      const whole = tiny.includes(child);
      // A node with children of its own keeps one point: viewers expect no empty nodes.
      const most = child.leaf ? points.count : points.count - 1;
      let [kept, gone] = [0, 0];
      for (let i = 0; i < points.count; i++) {
        const index = points.indices[i]!;
        const at = index * stride;
        const cell = cube.cell(points.words, at, level, coarser);
        const free = ((seen[cell >> 5]! >> (cell & 31)) & 1) === 0;
        if (!whole && ((!free && count >= FEW) || gone === most)) {
          points.indices[kept++] = index;
          continue;
        }
        seen[cell >> 5]! |= 1 << (cell & 31);
        gone++;
        if (shared) taken[count++] = index;
        else {
          for (let word = 0; word < stride; word++) words[count * stride + word] = points.words[at + word]!;
          taken[count] = count;
          count++;
        }
      }
      points.count = kept;
    }
    return { words, stride, indices: taken, count };
  }
}
