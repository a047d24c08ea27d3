import { TILE_CELLS, TILE_NODES, type TileRange } from '#core/geodesy';
import type { Address } from './tile-file.ts';

export interface Making {
  levels: readonly TileRange[];
  /** A tile of the finest level; undefined where there is no height. */
  finest(address: Address): Promise<Float32Array | undefined>;
  /** Receives each tile that has heights. */
  keep(address: Address, tile: Float32Array): Promise<void>;
}

/** Builds all tiles, each coarser one from the four below it; at most four of a level are in memory at a time. */
export async function makePyramid(making: Making): Promise<void> {
  await make(making, { level: 0, x: 0, y: 0 });
}

async function make(making: Making, address: Address): Promise<Float32Array | undefined> {
  const { levels } = making;
  const { level, x, y } = address;
  const { west, north, columns, rows } = levels[level]!;
  if (x < west || y < north || x >= west + columns || y >= north + rows) return undefined;
  let tile: Float32Array | undefined;
  if (level === levels.length - 1) tile = await making.finest(address);
  else {
    const below: (Float32Array | undefined)[] = [];
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      below.push(await make(making, { level: level + 1, x: 2 * x + right, y: 2 * y + down }));
    tile = halved(below);
  }
  if (!tile) return undefined;
  round(tile);
  await making.keep(address, tile);
  return tile;
}

/**
 * One tile from four (north-west, north-east, south-west, south-east). Each height is the weighted mean of the nine
 * around it; on a border only along it, so that adjacent tiles match. Missing heights stay missing. Undefined where
 * nothing is left.
 */
export function halved(below: readonly (Float32Array | undefined)[]): Float32Array | undefined {
  if (below.every((tile) => tile === undefined)) return undefined;
  const at = (column: number, row: number): number => {
    const right = column > TILE_CELLS ? 1 : 0;
    const down = row > TILE_CELLS ? 1 : 0;
    const found = cell(below[2 * down + right], column - right * TILE_CELLS, row - down * TILE_CELLS);
    if (!Number.isNaN(found) || (column !== TILE_CELLS && row !== TILE_CELLS)) return found;
    // On the border between two tiles the other one may have the height.
    const [east, south] = [column === TILE_CELLS ? 1 : right, row === TILE_CELLS ? 1 : down];
    return cell(below[2 * south + east], column - east * TILE_CELLS, row - south * TILE_CELLS);
  };
  const tile = new Float32Array(TILE_NODES ** 2);
  let some = false;
  for (let row = 0; row < TILE_NODES; row++)
    for (let column = 0; column < TILE_NODES; column++) {
      const across = column === 0 || column === TILE_CELLS ? 0 : 1;
      const along = row === 0 || row === TILE_CELLS ? 0 : 1;
      const height = meanAround(at, 2 * column, 2 * row, across, along);
      tile[row * TILE_NODES + column] = height;
      some ||= !Number.isNaN(height);
    }
  return some ? tile : undefined;
}

function meanAround(
  at: (column: number, row: number) => number,
  column: number,
  row: number,
  across: number,
  along: number,
): number {
  if (Number.isNaN(at(column, row))) return NaN;
  let [sum, weights] = [0, 0];
  for (let down = -along; down <= along; down++)
    for (let right = -across; right <= across; right++) {
      const height = at(column + right, row + down);
      if (Number.isNaN(height)) continue;
      const weight = (right === 0 ? 2 : 1) * (down === 0 ? 2 : 1);
      sum += height * weight;
      weights += weight;
    }
  return sum / weights;
}

function cell(tile: Float32Array | undefined, column: number, row: number): number {
  return tile ? tile[row * TILE_NODES + column]! : NaN;
}

/** Rounds to 1/1024 m: lower bits are noise that does not compress. */
function round(tile: Float32Array): void {
  for (let n = 0; n < tile.length; n++) tile[n] = Math.round(tile[n]! * 1024) / 1024;
}
