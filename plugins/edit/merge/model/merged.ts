import type { MapObject } from '#core/document';
import type { Geometry, ObjectType, Position } from '#core/protocol';
import { runsOf } from '#core/document';
import { planeArea, polygonsOf, union } from '#core/shapes';
import { joinLines } from './chain.ts';

/** `merge`: the union of objects that touch; `combine`: one object with the objects as unchanged parts. */
export type MergeKind = 'merge' | 'combine';

/**
 * Why objects cannot be merged: too few, different object types or geometry types, only some with heights, or too
 * many vertices; or why they cannot be combined: areas overlap or share an edge.
 */
export type MergeFault = 'few' | 'types' | 'kinds' | 'heights' | 'large' | 'overlap';

/** Maximum number of vertices of all objects; a union of more would take minutes. */
const MAX_VERTICES = 200_000;

/** Returns the merged geometry, or why there is none. Joined lines keep the direction of the first. */
export function merged(
  how: MergeKind,
  objects: readonly MapObject[],
  type: ObjectType | undefined,
): Geometry | MergeFault {
  if (objects.length < 2) return 'few';
  const [first] = objects as [MapObject];
  if (objects.some(({ typeName }) => typeName !== first.typeName)) return 'types';
  const kinds = new Set(objects.map(({ location }) => location.type.replace('Multi', '')));
  if (kinds.size > 1) return 'kinds';
  const positions = objects.flatMap(({ location }) => runsOf(location).map((run) => run.positions));
  if (positions.reduce((sum, run) => sum + run.length, 0) > MAX_VERTICES) return 'large';
  const isHigh = (position: Position): boolean => position[2] !== undefined;
  if (positions.some((run) => run.some(isHigh)) && !positions.every((run) => run.every(isHigh)))
    return 'heights';
  if (how === 'combine') return combined([...kinds][0]!, objects);
  const several = type?.geometryType?.startsWith('Multi') === true;
  return single(of([...kinds][0]!, objects), several);
}

function of(kind: string, objects: readonly MapObject[]): Geometry {
  if (kind === 'Polygon')
    return {
      type: 'MultiPolygon',
      coordinates: union(objects.flatMap(({ location }) => polygonsOf(location))),
    };
  const runs = objects.flatMap(({ location }) => runsOf(location).map((run) => [...run.positions]));
  if (kind === 'LineString') return { type: 'MultiLineString', coordinates: joinLines(runs) };
  return { type: 'MultiPoint', coordinates: runs.flat() };
}

/** Returns all parts unchanged. Areas may touch at points, as the parts of one object may. */
function combined(kind: string, objects: readonly MapObject[]): Geometry | MergeFault {
  if (kind === 'Polygon') {
    const parts = objects.flatMap(({ location }) => polygonsOf(location));
    const rings = (polygons: readonly Position[][][]): number => polygons.flat().length;
    const area = (polygons: readonly Position[][][]): number =>
      polygons.reduce((sum, polygon) => sum + planeArea(polygon), 0);
    const whole = union(parts);
    const apart = rings(whole) === rings(parts) && Math.abs(area(whole) - area(parts)) <= 1e-6 * area(parts);
    return apart ? { type: 'MultiPolygon', coordinates: parts } : 'overlap';
  }
  const runs = objects.flatMap(({ location }) => runsOf(location).map((run) => [...run.positions]));
  return kind === 'LineString'
    ? { type: 'MultiLineString', coordinates: runs }
    : { type: 'MultiPoint', coordinates: runs.flat() };
}

/** Returns the only part of a multipart geometry as a single geometry, unless the type requires multipart ones. */
function single(geometry: Geometry, several: boolean): Geometry {
  if (several || geometry.coordinates.length !== 1) return geometry;
  switch (geometry.type) {
    case 'MultiPolygon':
      return { type: 'Polygon', coordinates: geometry.coordinates[0]! };
    case 'MultiLineString':
      return { type: 'LineString', coordinates: geometry.coordinates[0]! };
    default:
      return geometry;
  }
}
