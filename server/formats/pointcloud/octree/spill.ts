import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { PointBlock } from '../points.ts';
import { UnusableCloud } from '../unusable-cloud.ts';
import { MAX_LEVEL, type Cube } from './cube.ts';
import type { PointSet } from './point-set.ts';

/** Levels that points are sorted into at a time: up to 4,096 cells. */
export const SPILL_LEVELS = 4;
const CELLS = 8 ** SPILL_LEVELS;
/** Points of a page. */
const PAGE = 512;

/** Points of a cell in a file: whole pages, then the rest, which is in memory until the file is complete. */
interface Cell {
  count: number;
  page: Int32Array;
  held: number;
  pages: number[];
}

/** Points on disk, sorted into the cells four levels below a node. */
export class Spill {
  readonly cube: Cube;
  readonly stride: number;
  readonly #pageBytes: number;
  readonly #level: number;
  readonly #path: string;
  readonly #fd: number;
  readonly #cells: (Cell | undefined)[] = Array.from({ length: CELLS });
  #pages = 0;

  /** `stride`: words of a point. */
  constructor(path: string, cube: Cube, level: number, stride: number) {
    if (level + SPILL_LEVELS > MAX_LEVEL) throw new UnusableCloud('one-place');
    this.#path = path;
    this.cube = cube;
    this.#level = level;
    this.stride = stride;
    this.#pageBytes = PAGE * stride * 4;
    this.#fd = openSync(path, 'w+');
  }

  add({ words, count }: PointBlock): void {
    const stride = this.stride;
    for (let i = 0, at = 0; i < count; i++, at += stride) {
      const code = this.cube.octants(words, at, this.#level, SPILL_LEVELS);
      const cell = (this.#cells[code] ??= {
        count: 0,
        page: new Int32Array(PAGE * stride),
        held: 0,
        pages: [],
      });
      const to = cell.held * stride;
      for (let word = 0; word < stride; word++) cell.page[to + word] = words[at + word]!;
      cell.count++;
      if (++cell.held === PAGE) this.#write(cell);
    }
  }

  /** All points are added: what is in memory is written, and the memory freed. */
  complete(): void {
    for (const cell of this.#cells) {
      if (!cell) continue;
      if (cell.held > 0) this.#write(cell);
      cell.page = new Int32Array(0);
    }
  }

  #write(cell: Cell): void {
    const bytes = Buffer.from(cell.page.buffer);
    const pageBytes = this.#pageBytes;
    for (let done = 0; done < pageBytes;)
      done += writeSync(this.#fd, bytes, done, pageBytes - done, this.#pages * pageBytes + done);
    cell.pages.push(this.#pages++);
    cell.held = 0;
  }

  /** Number of points in the node `depth` levels below, whose octants are `code`. */
  count(depth: number, code: number): number {
    return this.#below(depth, code).reduce((sum, cell) => sum + (cell?.count ?? 0), 0);
  }

  /** Their points, page by page; the block is reused. */
  *blocks(depth: number, code: number): Generator<PointBlock> {
    const [stride, pageBytes] = [this.stride, this.#pageBytes];
    const words = new Int32Array(PAGE * stride);
    const bytes = Buffer.from(words.buffer);
    for (const cell of this.#below(depth, code)) {
      let left = cell?.count ?? 0;
      for (const page of cell?.pages ?? []) {
        for (let done = 0; done < pageBytes;) {
          const read = readSync(this.#fd, bytes, done, pageBytes - done, page * pageBytes + done);
          if (read === 0) throw new Error('A file of points became shorter.');
          done += read;
        }
        const count = Math.min(left, PAGE);
        left -= count;
        yield { words, count };
      }
    }
  }

  /** Their points in memory. */
  load(depth: number, code: number): PointSet {
    const total = this.count(depth, code);
    const stride = this.stride;
    const words = new Int32Array(total * stride);
    let at = 0;
    for (const block of this.blocks(depth, code)) {
      words.set(block.words.subarray(0, block.count * stride), at);
      at += block.count * stride;
    }
    return { words, stride, indices: everyIndex(total), count: total };
  }

  #below(depth: number, code: number): (Cell | undefined)[] {
    const width = 8 ** (SPILL_LEVELS - depth);
    return this.#cells.slice(code * width, (code + 1) * width);
  }

  close(): void {
    closeSync(this.#fd);
    rmSync(this.#path, { force: true });
  }
}

export function everyIndex(count: number): Uint32Array {
  const indices = new Uint32Array(count);
  for (let i = 0; i < count; i++) indices[i] = i;
  return indices;
}
