import { runsOf, type MapObject } from '#core/document';
import { geoidAt, loadCrs, project, unitOfCrs } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Spot } from './tin.ts';

export const MAX_SPOTS = 100_000;

export interface Gathered {
  spots: Spot[];
  breaklines: Spot[][];
  borders: Spot[][];
  /** Vertices without a height. */
  flat: number;
  /** By which heights above the sea were computed. */
  geoid: string | null;
}

/**
 * Points, breaklines and borders of objects, in a plane and above the sea. Lines are breaklines; the outlines of areas are
 * borders with `hasBorders`, otherwise breaklines. Throws AppError for a CRS that cannot be loaded.
 */
export async function gather(
  objects: readonly MapObject[],
  { crs, hasBorders }: { crs: string; hasBorders: boolean },
): Promise<Gathered> {
  await loadCrs(crs);
  const unit = unitOfCrs(crs).metres;
  const found: Gathered = { spots: [], breaklines: [], borders: [], flat: 0, geoid: null };
  const spotOf = async ([longitude, latitude, height]: Position): Promise<Spot | undefined> => {
    if (height === undefined) return undefined;
    const [east, north] = project(crs, [longitude, latitude]);
    const geoid = await geoidAt(longitude, latitude);
    found.geoid ??= geoid.model;
    return [east * unit, north * unit, height - geoid.height];
  };
  for (const { location } of objects)
    for (const { positions } of runsOf(location)) {
      const run: Spot[] = [];
      for (const position of positions) {
        const spot = await spotOf(position);
        if (spot) run.push(spot);
        else found.flat++;
      }
      if (location.type.endsWith('Point')) found.spots.push(...run);
      else if (run.length < positions.length) {
        // A line with gaps is no breakline: what has a height counts as points.
        found.spots.push(...run);
      } else (location.type.endsWith('Polygon') && hasBorders ? found.borders : found.breaklines).push(run);
    }
  return found;
}
