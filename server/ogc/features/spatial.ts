import type { Geometry } from '#core/protocol';
import { plain } from '../../base/plain.ts';
import type { AddParam } from '../../platform/db/params.ts';
import type { RequestCrs } from './crs.ts';

/** Spatial relations; each is true only where the bounding boxes intersect, which the index finds. */
export const RELATIONS = plain({
  Intersects: 'st_intersects',
  Intersect: 'st_intersects',
  Within: 'st_within',
  Contains: 'st_contains',
  Touches: 'st_touches',
  Crosses: 'st_crosses',
  Overlaps: 'st_overlaps',
  Equals: 'st_equals',
});

/** SQL of a geometry of a request, in WGS 84. */
export function placedSql(geometry: Geometry, crs: RequestCrs, param: AddParam): string {
  const shape = `st_geomfromgeojson(${param(JSON.stringify(geometry))}::text)`;
  const placed = `st_setsrid(${crs.northFirst ? `st_flipcoordinates(${shape})` : shape}, ${crs.srid})`;
  return crs.srid === 4326 ? placed : `st_transform(${placed}, 4326)`;
}

/** Objects in a relation, an SQL function of PostGIS, to the geometry. */
export function relationSql(relation: string, placed: string): string {
  return `(g.geom && ${placed} and ${relation}(g.geom, ${placed}))`;
}

export function disjointSql(placed: string): string {
  return `not (g.geom && ${placed} and st_intersects(g.geom, ${placed}))`;
}
