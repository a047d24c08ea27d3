import { LRUCache } from 'lru-cache';
import { heightAt } from '../dem/resample.ts';
import type { HeightGrid } from '../volume/height-grid.ts';

/** Cells of a block along each side; blocks overlap by one cell, so that one block has all four around a position. */
const BLOCK = 128;
const SIDE = BLOCK + 1;
const MAX_BLOCKS = 256;

/** Heights between the cells of a grid, read block by block. */
export class CellReader {
  readonly #grid: HeightGrid;
  readonly #blocks = new LRUCache<string, Float32Array>({ max: MAX_BLOCKS });

  constructor(grid: HeightGrid) {
    this.#grid = grid;
  }

  /** Bilinear between the four centres around a position; at the edge of the nearest. NaN where there is none. */
  async at(column: number, row: number): Promise<number> {
    const { width, height } = this.#grid;
    if (!(column >= -0.5 && row >= -0.5 && column <= width - 0.5 && row <= height - 0.5)) return NaN;
    const x = Math.max(0, Math.min(width - 1, column));
    const y = Math.max(0, Math.min(height - 1, row));
    const [left, top] = [Math.floor(x / BLOCK) * BLOCK, Math.floor(y / BLOCK) * BLOCK];
    const heights = await this.#block(left, top);
    return heightAt({ heights, width: SIDE, height: SIDE }, x - left, y - top);
  }

  async #block(left: number, top: number): Promise<Float32Array> {
    const name = `${left}/${top}`;
    const here = this.#blocks.get(name);
    if (here) return here;
    const block = await this.#grid.window(left, top, SIDE, SIDE);
    this.#blocks.set(name, block);
    return block;
  }
}
