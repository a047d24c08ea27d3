import { tilesOf, type TileRange } from '#core/geodesy';
import type { Terrain } from '#core/protocol';

/**
 * All tiles of a terrain in one file: first, for each tile of each level (row by row, from level 0), where its bytes begin
 * and how many there are; then the tiles, each packed by gzip as it is sent. No bytes: the tile holds no height.
 */
const ENTRY = 10;

/** In the folder of the job: the index and the tiles, which are one file when they are kept. */
export const INDEX_FILE = 'index';
export const TILES_FILE = 'tiles';

export type Laid = Pick<Terrain, 'extent' | 'finest'>;

export interface Address {
  level: number;
  x: number;
  y: number;
}

/** The tiles of all levels, the coarsest first. */
export function levelsOf({ extent, finest }: Laid): TileRange[] {
  return Array.from({ length: finest + 1 }, (_, level) => tilesOf(extent, level));
}

export function tileCount(laid: Laid): number {
  return levelsOf(laid).reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}

/** Where the entry of a tile begins in the file; undefined where the terrain has no such tile. */
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

/** The head of the file while its tiles are being made. */
export class TileIndex {
  readonly bytes: Buffer;
  #next: number;

  constructor(readonly laid: Laid) {
    this.bytes = Buffer.alloc(ENTRY * tileCount(laid));
    this.#next = this.bytes.length;
  }

  /** The tiles' bytes follow one another as they are added. */
  add(address: Address, length: number): void {
    const at = entryOf(this.laid, address)!;
    this.bytes.writeUIntLE(this.#next, at, 6);
    this.bytes.writeUInt32LE(length, at + 6);
    this.#next += length;
  }
}
