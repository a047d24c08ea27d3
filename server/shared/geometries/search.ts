import { NEAR, type Geometry } from '#core/protocol';
import type { Scope } from '../access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { paramsInto } from '../../platform/db/params.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { HttpError } from '../../base/http-error.ts';
import { objectSql } from './about.ts';
import { boxesAround, meetsBoxes } from './around.ts';
import { ewkbHex } from '../../formats/wkb/write.ts';
import { listAll } from './listing.ts';

/**
 * Objects that intersect a geometry, or with `whole` are within it. Throws HttpError 422 for an invalid geometry, 413
 * for too many results.
 */
export async function searchObjects(
  db: Queries,
  scope: Scope,
  shape: Geometry,
  whole: boolean,
): Promise<{ list: Precomposed; total: number }> {
  await refuseInvalid(db, shape);
  return listAll(db, scope, (param) => {
    const given = `${param(ewkbHex(shape))}::text::geometry`;
    return `g.geom && ${given} and ${whole ? 'st_coveredby' : 'st_intersects'}(g.geom, ${given})`;
  });
}

/** Throws HttpError 422 for an area that crosses itself. */
export async function refuseInvalid(db: Queries, shape: Geometry): Promise<void> {
  if (!shape.type.endsWith('Polygon')) return;
  const [fault] = await db.query<{ x: number; y: number }>(
    `select st_x(location(d)) as x, st_y(location(d)) as y from st_isvaliddetail($1::text::geometry) as d
     where not valid(d)`,
    [ewkbHex(shape)],
  );
  if (!fault) return;
  const place = [fault.x, fault.y].map((each) => each.toFixed(7)).join(' ');
  throw new HttpError(422, 'geometries.invalid-shape', { place });
}

export interface NearPlace {
  x: number;
  y: number;
  radius?: number | undefined;
  limit?: number | undefined;
}

/**
 * Objects near a position, nearest first. The nearest point of an object is found in the plane of longitude and
 * latitude, where its edges are straight, with degrees of longitude as long as at that latitude; its distance is the
 * geodesic one.
 */
export async function objectsNear(
  db: Queries,
  scope: Scope,
  { x, y, radius = NEAR.radius, limit = NEAR.limit }: NearPlace,
): Promise<{ list: Precomposed; count: number }> {
  const params: unknown[] = [x, y, Math.max(Math.cos((y * Math.PI) / 180), 1e-6)];
  const param = paramsInto(params);
  const boxes = boxesAround([x, y, x, y], radius);
  // For an object across the antimeridian, the position is shifted by 360°.
  const seenFrom = `case when st_xmax(g.geom) - $1::float8 < -180 then $1::float8 - 360
    when st_xmin(g.geom) - $1::float8 > 180 then $1::float8 + 360 else $1::float8 end`;
  const nearest = `st_scale(st_closestpoint(st_force2d(st_scale(g.geom, $3::float8, 1)),
    st_setsrid(st_makepoint((${seenFrom}) * $3::float8, $2::float8), 4326)), 1 / $3::float8, 1)`;
  const [row] = await db.query<{ list: string | null; count: number }>(
    `select string_agg(${objectSql('n')}, ',' order by n.metres, n.id) as list, count(*) as count from (
       select * from (
         select g.id, g.location, g.about, g.import_id,
           st_distance((${nearest})::geography, st_setsrid(st_makepoint($1::float8, $2::float8), 4326)::geography) as metres
         from geometries g where ${meetsBoxes('g.geom', boxes, param)} and ${scope.objects('g', params)}
       ) g where g.metres <= ${param(radius)}::float8 + 1e-6 order by g.metres, g.id limit ${param(limit)}::int
     ) n`,
    params,
  );
  return { list: new Precomposed(`[${row!.list ?? ''}]`), count: row!.count };
}
