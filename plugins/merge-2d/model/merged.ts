import type { MapObject } from '#core/document';
import type { Geometry, ObjectType, Position } from '#core/protocol';
import { runsOf } from '#core/document';
import { chained } from './chain.ts';
import { union } from './union.ts';

/** Why objects cannot be merged: too few, of several types or kinds of geometry, some with heights and some without. */
export type MergeFault = 'few' | 'types' | 'kinds' | 'heights' | 'large';

/** Vertices of all together: an overlay of more would take minutes. */
const MOST = 200_000;

/** The one geometry that these make, the first one's beginning where lines are joined; or why there is none. */
export function merged(objects: readonly MapObject[], type: ObjectType | undefined): Geometry | MergeFault {
  if (objects.length < 2) return 'few';
  const [first] = objects as [MapObject];
  if (objects.some(({ typeName }) => typeName !== first.typeName)) return 'types';
  const kinds = new Set(objects.map(({ location }) => location.type.replace('Multi', '')));
  if (kinds.size > 1) return 'kinds';
  const positions = objects.flatMap(({ location }) => runsOf(location).map((run) => run.positions));
  if (positions.reduce((sum, run) => sum + run.length, 0) > MOST) return 'large';
  const high = positions.flat().filter((position) => position[2] !== undefined).length;
  if (high > 0 && high < positions.reduce((sum, run) => sum + run.length, 0)) return 'heights';
  const several = type?.geometryType?.startsWith('Multi') === true;
  return single(of([...kinds][0]!, objects), several);
}

function of(kind: string, objects: readonly MapObject[]): Geometry {
  if (kind === 'Polygon') return { type: 'MultiPolygon', coordinates: union(objects.flatMap(polygonsOf)) };
  const runs = objects.flatMap(({ location }) => runsOf(location).map((run) => [...run.positions]));
  if (kind === 'LineString') return { type: 'MultiLineString', coordinates: chained(runs) };
  return { type: 'MultiPoint', coordinates: runs.flat() };
}

function polygonsOf({ location }: MapObject): Position[][][] {
  if (location.type === 'Polygon') return [location.coordinates];
  return location.type === 'MultiPolygon' ? location.coordinates : [];
}

/** One of several is that one, unless the type wants several. */
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
