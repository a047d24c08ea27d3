import { runsOf, type MapObject } from '#core/document';
import { crsOf, geoidAt, loadCrs } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import { toPlane } from './plane.ts';
import type { Spot } from './triangles.ts';

const MAX_SPOTS = 100_000;

export interface Gathered {
  spots: Spot[];
  breaklines: Spot[][];
  borders: Spot[][];
  /** Vertices without a height. */
  flat: number;
  /** Lines and outlines with such vertices: their other vertices are spots. */
  gaps: number;
  /** By which heights above the sea were computed. */
  geoid: string | null;
}

/**
 * Points, breaklines and borders of objects, in a plane and above the sea. Lines are breaklines; the outlines of areas are
 * borders with `hasBorders`, otherwise breaklines. Throws AppError for too many vertices, and for a CRS that cannot be loaded
 * or is in degrees.
 */
export async function gather(
  objects: readonly MapObject[],
  { crs, hasBorders }: { crs: string; hasBorders: boolean },
): Promise<Gathered> {
  await loadCrs(crs);
  if (crsOf(crs)?.geographic) throw new AppError('surfaces.degrees', '');
  const runs = objects.flatMap(({ location }) => runsOf(location));
  if (runs.reduce((sum, { positions }) => sum + positions.length, 0) > MAX_SPOTS)
    throw new AppError('surfaces.too-many', '');
  const gathered: Gathered = { spots: [], breaklines: [], borders: [], flat: 0, gaps: 0, geoid: null };
  const spotOf = async (position: Position): Promise<Spot | undefined> => {
    const [longitude, latitude, height] = position;
    if (height === undefined) return undefined;
    const geoid = await geoidAt(longitude, latitude);
    gathered.geoid ??= geoid.model;
    return [...toPlane(crs, position), height - geoid.height];
  };
  for (const { kind, positions } of runs) {
    const run: Spot[] = [];
    for (const position of positions) {
      const spot = await spotOf(position);
      if (spot) run.push(spot);
    }
    const missing = positions.length - run.length;
    gathered.flat += missing;
    if (kind === 'points') gathered.spots.push(...run);
    else if (missing > 0) {
      gathered.gaps++;
      gathered.spots.push(...run);
    } else (kind === 'ring' && hasBorders ? gathered.borders : gathered.breaklines).push(run);
  }
  return gathered;
}
