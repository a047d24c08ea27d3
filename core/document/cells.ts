import type { Position } from '#core/protocol';
import type { Extent } from './contract.ts';

/** A square of the quadtree over longitude and latitude: level 0 is one cell of 360 by 360 degrees. */
export interface Cell {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Level of cells by default: 0.044°, so that a screen at street scale needs a handful. */
const DEFAULT_LEVEL = 13;
const MAX_CELLS = 16;

/** Returns the cells that cover `extent`: of the default level, or of a coarser one when that would be too many. */
export function cellsOf(extent: Extent): Cell[] {
  for (let level = DEFAULT_LEVEL; ; level--) {
    const size = 360 / 2 ** level;
    const last = 2 ** level - 1;
    const index = (degrees: number) => Math.max(0, Math.min(last, Math.floor((degrees + 180) / size)));
    const [west, south, east, north] = [
      index(extent[0]),
      index(extent[1]),
      index(extent[2]),
      index(extent[3]),
    ];
    if (level > 0 && (east - west + 1) * (north - south + 1) > MAX_CELLS) continue;
    const cells: Cell[] = [];
    for (let y = south; y <= north; y++) for (let x = west; x <= east; x++) cells.push({ level, x, y });
    return cells;
  }
}

export function keyOf({ level, x, y }: Cell): string {
  return `${level}/${x}/${y}`;
}

export function parentOf({ level, x, y }: Cell): Cell | undefined {
  return level === 0 ? undefined : { level: level - 1, x: x >> 1, y: y >> 1 };
}

export function childrenOf({ level, x, y }: Cell): Cell[] {
  return [0, 1, 2, 3].map((i) => ({ level: level + 1, x: 2 * x + (i & 1), y: 2 * y + (i >> 1) }));
}

export function extentOfCell({ level, x, y }: Cell): Extent {
  const size = 360 / 2 ** level;
  const west = -180 + x * size;
  const south = -180 + y * size;
  return [west, Math.max(-90, south), west + size, Math.min(90, south + size)];
}

/** Returns the distance of a cell from a place, degrees of latitude; exact enough for sorting. */
export function distanceTo(cell: Cell, [longitude, latitude]: Position): number {
  const [west, south, east, north] = extentOfCell(cell);
  const across = [-360, 0, 360].map((turn) => Math.max(west - longitude - turn, 0, longitude + turn - east));
  const up = Math.max(south - latitude, 0, latitude - north);
  return Math.hypot(Math.min(...across) * Math.cos((latitude * Math.PI) / 180), up);
}
