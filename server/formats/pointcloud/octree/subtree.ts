import { MAX_LEVEL, type Cube } from './cube.ts';
import type { OctreeFile } from './octree-file.ts';
import type { PointSet } from './point-set.ts';
import type { Sampler, SampledChild } from './sampler.ts';

/** Most points of a leaf above the deepest level. */
const LEAF = 10_000;
/** Levels that are counted at once. */
const MAX_LEVELS = 7;

/** A node whose own points are not written yet, because the one above may take some of them. */
export interface PendingNode extends SampledChild {
  name: string;
}

/** Builds the nodes below one whose points are all in memory. */
export class SubtreeBuilder {
  readonly #cube: Cube;
  readonly #sampler: Sampler;
  readonly #out: OctreeFile;
  readonly #advance: (points: number) => void;

  constructor(cube: Cube, sampler: Sampler, out: OctreeFile, advance: (points: number) => void) {
    this.#cube = cube;
    this.#sampler = sampler;
    this.#out = out;
    this.#advance = advance;
  }

  /** The node of that name with what is left to it of its points; the nodes below it are written. */
  build(name: string, { words, stride, indices, count }: PointSet): PendingNode {
    const level = name.length - 1;
    if (count <= LEAF || level >= MAX_LEVEL) {
      this.#advance(count);
      return { name, leaf: true, points: { words, stride, indices, count } };
    }
    const levels = Math.min(MAX_LEVELS, MAX_LEVEL - level, levelsFor(count));
    const counts = this.#sort({ words, stride, indices, count }, level, levels);
    return this.#node(name, levels, 0, 0, counts, { words, stride, indices });
  }

  /**
   * Sorts the indices by the octants of their points; returns where the points of each octant of each level begin, and
   * at the end of a level where the last ends.
   */
  #sort({ words, stride, indices, count }: PointSet, level: number, levels: number): Uint32Array[] {
    const cells = 8 ** levels;
    const codes = new Uint32Array(count);
    const starts = new Uint32Array(cells + 1);
    const cube = this.#cube;
    for (let i = 0; i < count; i++) {
      const code = cube.octants(words, indices[i]! * stride, level, levels);
      codes[i] = code;
      starts[code + 1]!++;
    }
    for (let cell = 0; cell < cells; cell++) starts[cell + 1]! += starts[cell]!;
    const next = starts.slice(0, cells);
    const sorted = new Uint32Array(count);
    for (let i = 0; i < count; i++) sorted[next[codes[i]!]!++] = indices[i]!;
    indices.set(sorted);
    const all = [starts];
    for (let up = levels - 1; up >= 0; up--) {
      const below = all[0]!;
      all.unshift(Uint32Array.from({ length: 8 ** up + 1 }, (_, cell) => below[cell * 8]!));
    }
    return all;
  }

  #node(
    name: string,
    levels: number,
    depth: number,
    cell: number,
    starts: readonly Uint32Array[],
    all: Pick<PointSet, 'words' | 'stride' | 'indices'>,
  ): PendingNode {
    const [from, to] = [starts[depth]![cell]!, starts[depth]![cell + 1]!];
    const points = {
      words: all.words,
      stride: all.stride,
      indices: all.indices.subarray(from, to),
      count: to - from,
    };
    if (depth === levels || points.count <= LEAF) return this.build(name, points);
    const children: PendingNode[] = [];
    for (let octant = 0; octant < 8; octant++) {
      const child = cell * 8 + octant;
      if (starts[depth + 1]![child] === starts[depth + 1]![child + 1]) continue;
      children.push(this.#node(name + octant, levels, depth + 1, child, starts, all));
    }
    return this.join(name, children);
  }

  /** The node above `children`, which are written without the points that it takes. */
  join(name: string, children: readonly PendingNode[]): PendingNode {
    const points = this.#sampler.sample(children, name.length - 1);
    let leaf = true;
    for (const child of children) {
      if (child.points.count === 0) continue;
      this.#out.write(child.name, child.points);
      leaf = false;
    }
    return { name, leaf, points };
  }
}

/** Levels after which leaves of even points are small enough. */
function levelsFor(count: number): number {
  return Math.max(1, Math.ceil(Math.log2(count / LEAF) / 2) + 1);
}
