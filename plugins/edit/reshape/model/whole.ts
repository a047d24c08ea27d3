import { newUuid } from '#core/kernel';
import { copiedProperties } from '#core/fields';
import { replace, type Change, type Edit, type MapObject } from '#core/document';
import { inside } from '#core/mapview';
import type { Geometry, ObjectType, Position } from '#core/protocol';
import { planeArea } from '#core/shapes';

/** Replaces the geometries of objects; no changes if one of them has changed meanwhile. */
export function replaced(objects: readonly MapObject[], after: readonly Geometry[]): Edit {
  return replace(
    objects,
    objects.map((object, i) => ({ ...object, location: after[i]! })),
  );
}

/** Adds new objects with the attributes of others and other geometries. */
export function added(
  objects: readonly MapObject[],
  geometries: readonly Geometry[],
  types: ReadonlyMap<string, ObjectType>,
): MapObject[] {
  return objects.map((object, i) => ({
    ...object,
    id: newUuid(),
    location: geometries[i]!,
    properties: copiedProperties(object.properties, types.get(object.typeName)),
    labelAt: undefined,
  }));
}

/** Reverses lines, with their heights. */
export function reversed(geometry: Geometry): Geometry {
  if (geometry.type === 'LineString') return { ...geometry, coordinates: geometry.coordinates.toReversed() };
  if (geometry.type === 'MultiLineString')
    return { ...geometry, coordinates: geometry.coordinates.map((line) => line.toReversed()) };
  return geometry;
}

/** Removes the holes of polygons. */
export function filled(geometry: Geometry): Geometry {
  return withoutHoles(geometry, () => true);
}

/** Removes the holes selected by `goes`, and the islands in them, as they are land then. */
export function withoutHoles(geometry: Geometry, goes: (hole: Position[]) => boolean): Geometry {
  if (geometry.type === 'Polygon')
    return { ...geometry, coordinates: geometry.coordinates.filter((ring, i) => i === 0 || !goes(ring)) };
  if (geometry.type !== 'MultiPolygon') return geometry;
  const holes = geometry.coordinates.flatMap(([, ...rings]) => rings.filter(goes));
  const coordinates = geometry.coordinates
    .filter(([shell]) => !holes.some((hole) => isMostlyIn(shell!, hole)))
    .map((rings) => rings.filter((ring, i) => i === 0 || !holes.includes(ring)));
  return { ...geometry, coordinates };
}

/** Returns the hole around a position, except one around an island that contains the position. */
export function holeAt(geometry: Geometry, place: Position): Position[] | undefined {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []; // prettier-ignore
  if (parts.some((rings) => inside(place, rings))) return undefined;
  // For a lake on an island in a lake, the inner one.
  return parts
    .flatMap(([, ...holes]) => holes)
    .filter((hole) => inside(place, [hole]))
    .sort((a, b) => planeArea([a]) - planeArea([b]))[0];
}

/** Rings do not cross, but may touch at some vertices. */
function isMostlyIn(ring: readonly Position[], around: Position[]): boolean {
  return ring.filter((vertex) => inside(vertex, [around])).length > ring.length / 2;
}

/** Returns the parts of a multipart geometry as single geometries; a single geometry unchanged. */
export function partsOf(geometry: Geometry): Geometry[] {
  switch (geometry.type) {
    case 'MultiPoint':
      return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
    case 'MultiPolygon':
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
    default:
      return [geometry];
  }
}

/** Makes every part a separate object; the first keeps the id, attributes and relations. */
export function exploded(objects: readonly MapObject[], types: ReadonlyMap<string, ObjectType>): Change[] {
  const changes: Change[] = [];
  for (const before of objects) {
    const several = types.get(before.typeName)?.geometryType?.startsWith('Multi') === true;
    const parts = partsOf(before.location).map((part) => (several ? asMulti(part) : part));
    if (parts.length < 2) continue;
    const rest = added(parts.slice(1).map(() => before), parts.slice(1), types); // prettier-ignore
    changes.push({ id: before.id, before, after: { ...before, location: parts[0]! } });
    changes.push(...rest.map((after) => ({ id: after.id, before: undefined, after })));
  }
  return changes;
}

/** A multipart type does not accept single geometries. */
function asMulti(part: Geometry): Geometry {
  return { type: `Multi${part.type}`, coordinates: [part.coordinates] } as Geometry;
}
