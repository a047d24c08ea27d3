import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { NO_REST, POINT_WORDS, strideOf, type PointBlock, type PointSource } from '../points.ts';
import { UnusableCloud } from '../unusable-cloud.ts';
import { Cube } from './cube.ts';
import { hierarchyOf } from './hierarchy.ts';
import { metadataOf } from './metadata.ts';
import { OctreeFile, type RestColumns } from './octree-file.ts';
import { detached, type PointSet } from './point-set.ts';
import { Sampler } from './sampler.ts';
import { everyIndex, Spill, SPILL_LEVELS } from './spill.ts';
import { Statistics } from './statistics.ts';
import { SubtreeBuilder, type PendingNode } from './subtree.ts';
import { verifyOctree } from './verify.ts';

export interface OctreeOptions {
  /** Where metadata.json, hierarchy.bin and octree.bin are written, and temporary files. */
  folder: string;
  /** Named in the metadata. */
  projection: string;
  /** Points up to which everything is built in memory. Default: 2,000,000. */
  inMemory?: number;
  /** Receives the part that is done, 0 to 1. */
  progress?(part: number): void;
}

export interface WrittenOctree {
  points: number;
  nodes: number;
  bytes: number;
  classes: { class: number; count: number }[];
}

const IN_MEMORY = 2_000_000;
const READ_PART = 0.55;
const BUILT_PART = 0.95;

/** Writes a Potree 2.0 octree of a point cloud and verifies it. Throws UnusableCloud when the cloud cannot be read. */
export function writeOctree(source: PointSource, options: OctreeOptions): WrittenOctree {
  const writing = new OctreeWriting(source, options);
  try {
    return writing.run();
  } finally {
    writing.close();
  }
}

class OctreeWriting {
  readonly #source: PointSource;
  readonly #options: OctreeOptions;
  readonly #inMemory: number;
  readonly #stride: number;
  #found: Statistics;
  #spills: Spill[] = [];
  #out: OctreeFile | undefined;

  constructor(source: PointSource, options: OctreeOptions) {
    this.#source = source;
    this.#options = options;
    this.#stride = strideOf(source);
    this.#found = new Statistics(source.rest);
    // Points with many words are fewer in the same memory.
    this.#inMemory = Math.ceil(((options.inMemory ?? IN_MEMORY) * POINT_WORDS) / this.#stride);
  }

  run(): WrittenOctree {
    const { folder, projection, progress } = this.#options;
    const read = this.#read();
    const found = this.#found;
    const cube = read instanceof Spill ? read.cube : new Cube(found.bounds, this.#source.scale);
    const file = path.join(folder, 'octree.bin');
    const columns = this.#columns();
    const out = (this.#out = new OctreeFile(file, found.maxColour > 255 ? 8 : 0, columns));
    let done = 0;
    const advance = (points: number) => {
      done += points;
      progress?.(READ_PART + (BUILT_PART - READ_PART) * (done / found.count));
    };
    const builder = new SubtreeBuilder(cube, new Sampler(cube), out, advance);
    const root =
      read instanceof Spill ? this.#buildUpper(builder, cube, read, 'r') : builder.build('r', read);
    out.write('r', root.points);
    out.close();
    this.#out = undefined;
    verifyOctree(file, out.nodes, cube, found, out.pointBytes);
    const hierarchy = hierarchyOf(out.nodes, out.pointBytes);
    const metadata = metadataOf(this.#source, cube, found, hierarchy, projection, columns);
    writeFileSync(path.join(folder, 'hierarchy.bin'), hierarchy.bytes);
    writeFileSync(path.join(folder, 'metadata.json'), JSON.stringify(metadata));
    const classes = [...found.classes].flatMap((count, one) => (count > 0 ? [{ class: one, count }] : []));
    return { points: found.count, nodes: out.nodes.length, bytes: out.size, classes };
  }

  /** Of what not every file has, only what some point has. */
  #columns(): RestColumns {
    const { colour, angle, user, flags } = this.#found;
    const { nir, extras } = this.#source.rest ?? NO_REST;
    const tail = extras.reduce((sum, { size }) => sum + size, nir ? 2 : 0);
    return {
      colourLow: colour === 'fine',
      angle: angle.min !== 0 || angle.max !== 0,
      user: user.max > 0,
      flags: flags.max > 0,
      tail,
    };
  }

  /** All points: in memory if they are few, else sorted on disk. */
  #read(): PointSet | Spill {
    const { count, bounds } = this.#source;
    const small = count !== undefined && count <= this.#inMemory;
    const stride = this.#stride;
    let words = new Int32Array((small ? count : this.#inMemory) * stride);
    let spill: Spill | undefined;
    let outside = false;
    for (const block of this.#blocks()) {
      const { count: before } = this.#found;
      this.#found.add(block);
      if (!spill && !outside && this.#found.count <= this.#inMemory) {
        words.set(block.words.subarray(0, block.count * stride), before * stride);
        continue;
      }
      if (!spill && !outside) {
        if (bounds) {
          spill = this.#spill(new Cube(bounds, this.#source.scale), 0);
          outside = !addInside(spill, { words, count: before });
        } else outside = true;
        words = new Int32Array(0);
      }
      if (spill && !outside) outside = !addInside(spill, block);
    }
    if (this.#found.count === 0) throw new UnusableCloud('empty');
    if (outside) return this.#readAgain();
    spill?.complete();
    return spill ?? { words, stride, indices: everyIndex(this.#found.count), count: this.#found.count };
  }

  /** The header did not say where all points are; after the first reading it is known. */
  #readAgain(): Spill {
    this.close();
    const spill = this.#spill(new Cube(this.#found.bounds, this.#source.scale), 0);
    this.#found = new Statistics(this.#source.rest);
    for (const block of this.#blocks()) {
      this.#found.add(block);
      if (!addInside(spill, block)) throw new Error('A file changed while it was read.');
    }
    spill.complete();
    return spill;
  }

  *#blocks(): Generator<PointBlock> {
    const { progress } = this.#options;
    const { count } = this.#source;
    let done = 0;
    for (const block of this.#source.blocks()) {
      yield block;
      done += block.count;
      if (count !== undefined) progress?.(Math.min(1, done / count) * READ_PART);
    }
  }

  #spill(cube: Cube, level: number): Spill {
    const name = `points-${this.#spills.length}.tmp`;
    const spill = new Spill(path.join(this.#options.folder, name), cube, level, this.#stride);
    this.#spills.push(spill);
    return spill;
  }

  /** The node of that name, with the nodes below it from the disk, a part at a time. */
  #buildUpper(builder: SubtreeBuilder, cube: Cube, spill: Spill, name: string): PendingNode {
    const build = (own: string, depth: number, code: number): PendingNode => {
      const count = spill.count(depth, code);
      if (count <= this.#inMemory) {
        const node = builder.build(own, spill.load(depth, code));
        return { ...node, points: detached(node.points) };
      }
      if (depth === SPILL_LEVELS) {
        const next = this.#spill(cube, own.length - 1);
        for (const block of spill.blocks(depth, code)) next.add(block);
        next.complete();
        const node = this.#buildUpper(builder, cube, next, own);
        this.#spills.pop();
        next.close();
        return node;
      }
      const children: PendingNode[] = [];
      for (let octant = 0; octant < 8; octant++)
        if (spill.count(depth + 1, code * 8 + octant) > 0)
          children.push(build(own + octant, depth + 1, code * 8 + octant));
      return builder.join(own, children);
    };
    return build(name, 0, 0);
  }

  /** Removes temporary files; also after a failure. */
  close(): void {
    for (const spill of this.#spills.splice(0)) spill.close();
    this.#out?.close();
    this.#out = undefined;
  }
}

/** False at the first point that is outside of the cube. */
function addInside(spill: Spill, block: PointBlock): boolean {
  const { cube, stride } = spill;
  for (let i = 0, at = 0; i < block.count; i++, at += stride)
    if (!cube.contains(block.words, at)) return false;
  spill.add(block);
  return true;
}
