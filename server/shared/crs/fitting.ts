import proj4 from 'proj4';
import { GridFault, operationOf, ShiftGrid, type Crs } from '#core/geodesy';
import { HttpError } from '../../base/http-error.ts';
import { readyCrs } from './registered.ts';

/** Metres: ellipsoids with a smaller difference are the same, given with fewer digits. */
const SAME = 0.5;
/** CRS that one grid serves. */
const MAX_SYSTEMS = 50;

interface Axes {
  readonly a: number;
  readonly b: number;
}

const WGS84: Axes = { a: 6378137, b: 6356752.3142 };

/**
 * Throws HttpError 422 for a file that is not an NTv2 grid, or transforms to another datum than WGS84 or its
 * equivalents.
 */
export function readGrid(bytes: ArrayBuffer, file: string): ShiftGrid {
  const grid = sound(() => new ShiftGrid(bytes), file);
  if (!alike(grid.to, WGS84))
    throw new HttpError(422, 'crs.grid.other-target', { file, target: grid.to.name });
  return grid;
}

/** Returns the result of `read`. Throws HttpError 422 with the text of its error. */
export function sound<Grid>(read: () => Grid, file: string): Grid {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof GridFault)) throw thrown;
    throw new HttpError(422, `crs.grid.${thrown.reason}`, { file, ...thrown.values });
  }
}

/** Throws HttpError 422 naming the CRS that a grid cannot serve, and why. */
export async function refuseUnfit(grid: ShiftGrid, codes: readonly string[]): Promise<void> {
  if (codes.length === 0 || codes.length > MAX_SYSTEMS)
    throw new HttpError(422, 'crs.grid.no-systems', { most: MAX_SYSTEMS });
  for (const code of codes) {
    const crs = await readyCrs(code);
    if (!crs) throw new HttpError(422, 'crs.grid.unknown-system', { crs: code });
    if (operationOf(code).kind === 'identity') throw new HttpError(422, 'crs.grid.needs-none', { crs: code });
    const own = axesOf(crs);
    if (!alike(grid.from, own))
      throw new HttpError(422, 'crs.grid.other-ellipsoid', {
        crs: code,
        own: metres(own.a),
        grid: metres(grid.from.a),
      });
  }
}

function axesOf({ proj4: definition }: Crs): Axes {
  const { a, b } = new proj4.Proj(definition) as unknown as Axes;
  return { a, b };
}

function alike(one: Axes, other: Axes): boolean {
  return Math.abs(one.a - other.a) < SAME && Math.abs(one.b - other.b) < SAME;
}

function metres(length: number): string {
  return length.toFixed(3);
}
