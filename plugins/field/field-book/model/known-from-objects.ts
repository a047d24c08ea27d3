import type { MapObject } from '#core/document';
import { geoidAt, loadCrs, project, unitOfCrs } from '#core/geodesy';
import { propertyOf } from '#core/kernel';
import {
  MAX_POINT_NAME,
  POINT_NAME_FIELDS,
  type FieldBook,
  type KnownPoint,
  type ObjectType,
} from '#core/protocol';

export interface TakenPoints {
  points: KnownPoint[];
  /** Objects that are no points, have no name, or the name of another. */
  left: number;
  /** By which heights above the sea were computed; null where none was. */
  geoid: string | null;
}

/** Known points of objects, in the reference system and heights of a field book. Throws AppError for a CRS that cannot be loaded. */
export async function knownFromObjects(
  objects: readonly MapObject[],
  types: ReadonlyMap<string, ObjectType>,
  { crs, heights }: { crs: string; heights: FieldBook['heights'] },
): Promise<TakenPoints> {
  await loadCrs(crs);
  const unit = unitOfCrs(crs).metres;
  const taken: TakenPoints = { points: [], left: 0, geoid: null };
  const names = new Set<string>();
  for (const object of objects) {
    const { location } = object;
    const name = nameOf(object, types.get(object.typeName));
    if (location.type !== 'Point' || name === undefined || names.has(name)) {
      taken.left++;
      continue;
    }
    names.add(name);
    const [longitude, latitude, ellipsoidal] = location.coordinates as [number, number, number?];
    const [east, north] = project(crs, location.coordinates);
    let height = ellipsoidal ?? null;
    if (height !== null && heights === 'sea-level') {
      const geoid = await geoidAt(longitude, latitude);
      height -= geoid.height;
      taken.geoid ??= geoid.model;
    }
    taken.points.push({
      name,
      east: rounded(east * unit),
      north: rounded(north * unit),
      height: height === null ? null : rounded(height),
    });
  }
  return taken;
}

/** To the tenth of a millimetre. */
function rounded(metres: number): number {
  return Number(metres.toFixed(4));
}

/** By an attribute that names points, else by the label of its type. */
export function nameOf(
  { properties }: Pick<MapObject, 'properties'>,
  type: ObjectType | undefined,
): string | undefined {
  const keys = Object.keys(properties).filter((key) => POINT_NAME_FIELDS.includes(key.toLowerCase()));
  if (type?.style.label !== undefined) keys.push(type.style.label);
  for (const key of keys) {
    const value = propertyOf(properties, key);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '' && text.length <= MAX_POINT_NAME) return text;
  }
  return undefined;
}
