import { tilesOf, type TileRange } from '#core/geodesy';
import type { Terrain } from '#core/protocol';

/**
 * All tiles of a terrain in one file: first an index with offset and length of each tile of each level (row by row,
 * from level 0), then the gzipped tiles. Length 0: the tile has no height.
 */
const ENTRY = 10;

/** In the job's folder: the index and the tiles, joined to one file when stored. */
export const INDEX_FILE = 'index';
export const TILES_FILE = 'tiles';

export type Laid = Pick<Terrain, 'extent' | 'finest'>;

export interface Address {
  level: number;
  x: number;
  y: number;
}

/** The tile ranges of all levels, coarsest first. */
export function levelsOf({ extent, finest }: Laid): TileRange[] {
  return Array.from({ length: finest + 1 }, (_, level) => tilesOf(extent, level));
}

export function tileCount(laid: Laid): number {
  return levelsOf(laid).reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}

/** Offset of a tile's entry in the file; undefined where the terrain has no such tile. */
export function entryOf(laid: Laid, { level, x, y }: Address): number | undefined {
  if (level > laid.finest) return undefined;
  const levels = levelsOf(laid);
  const { west, north, columns, rows } = levels[level]!;
  const [column, row] = [x - west, y - north];
  if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
  const before = levels.slice(0, level).reduce((sum, each) => sum + each.columns * each.rows, 0);
  return ENTRY * (before + row * columns + column);
}

export const ENTRY_BYTES = ENTRY;

export function readEntry(bytes: Buffer): { start: number; length: number } {
  return { start: bytes.readUIntLE(0, 6), length: bytes.readUInt32LE(6) };
}

/** The index while tiles are being built. */
export class TileIndex {
  readonly bytes: Buffer;
  #next: number;

  constructor(readonly laid: Laid) {
    this.bytes = Buffer.alloc(ENTRY * tileCount(laid));
    this.#next = this.bytes.length;
  }

  /** Tiles follow one another as they are added. */
  add(address: Address, length: number): void {
    const at = entryOf(this.laid, address)!;
    this.bytes.writeUIntLE(this.#next, at, 6);
    this.bytes.writeUInt32LE(length, at + 6);
    this.#next += length;
  }
}
