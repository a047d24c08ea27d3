import type { MapObject } from '#core/document';
import { geoidAt, loadCrs, project, unitOfCrs } from '#core/geodesy';
import type { FieldBook, ObjectType, Position } from '#core/protocol';
import { nameOf } from '../known-from-objects.ts';

/** A point that is to be marked on the ground: metres in the plane. */
export interface DesignPoint {
  name: string;
  east: number;
  north: number;
  height: number | null;
  position: Position;
}

export interface Design {
  points: DesignPoint[];
  /** Names that several points have: they could not be told apart in the field. */
  twice: string[];
  /** By which heights above the sea were computed; null where none was. */
  geoid: string | null;
}

/**
 * Points to stake out: those of points, and the corners of lines and areas, named by their object and numbered. Objects
 * without a name are numbered by type. Throws AppError for a CRS that cannot be loaded.
 */
export async function designOf(
  objects: readonly Pick<MapObject, 'typeName' | 'location' | 'properties'>[],
  types: ReadonlyMap<string, ObjectType>,
  { crs, heights }: { crs: string; heights: FieldBook['heights'] },
): Promise<Design> {
  await loadCrs(crs);
  const unit = unitOfCrs(crs).metres;
  const design: Design = { points: [], twice: [], geoid: null };
  const seen = new Set<string>();
  const numbers = new Map<string, number>();
  for (const object of objects) {
    const number = (numbers.get(object.typeName) ?? 0) + 1;
    numbers.set(object.typeName, number);
    const name = nameOf(object, types.get(object.typeName)) ?? `${object.typeName} ${number}`;
    const corners = cornersOf(object.location);
    for (const [i, position] of corners.entries()) {
      const own = corners.length === 1 ? name : `${name}-${i + 1}`;
      if (seen.has(own)) design.twice.push(own);
      seen.add(own);
      const [longitude, latitude, ellipsoidal] = position as [number, number, number?];
      const [east, north] = project(crs, position);
      let height = ellipsoidal ?? null;
      if (height !== null && heights === 'sea-level') {
        const geoid = await geoidAt(longitude, latitude);
        height -= geoid.height;
        design.geoid ??= geoid.model;
      }
      design.points.push({ name: own, east: east * unit, north: north * unit, height, position });
    }
  }
  return design;
}

/** Without the corner that closes a ring. */
function cornersOf({ type, coordinates }: MapObject['location']): Position[] {
  const isRing = type.endsWith('Polygon');
  const gather = (part: unknown): Position[] => {
    const list = part as unknown[];
    if (typeof list[0] === 'number') return [list as Position];
    const corners = list.flatMap(gather);
    const isLowest = Array.isArray(list[0]) && typeof (list[0] as unknown[])[0] === 'number';
    return isLowest && isRing ? corners.slice(0, -1) : corners;
  };
  return gather(coordinates);
}
