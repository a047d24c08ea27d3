import type { Database } from '../../platform/db/database.ts';
import { paramsInto } from '../../platform/db/params.ts';
import { CRS84, WGS84, type RequestCrs } from '../features/crs.ts';
import { withQueryErrors, geometrySql, MAX_BYTES } from '../features/read.ts';
import { HttpError } from '../../base/http-error.ts';
import type { FeatureRow } from './feature-text.ts';
import type { WfsLayer } from './layer.ts';
import type { FeatureQuery } from './query.ts';

/** WGS84 is read as stored, longitude first, and swapped when written. */
export function readIn(crs: RequestCrs): RequestCrs {
  return crs.uri === WGS84.uri ? CRS84 : crs;
}

/** SQL of the columns of a `FeatureRow` other than its id. */
export function rowSql({ type }: WfsLayer, crs: RequestCrs): string {
  return `${geometrySql(readIn(crs))} as location, g.properties::text as properties, g.project_id as "projectId"
    ${type ? '' : `, g.type_name as "typeName", g.created_at as "createdAt", g.updated_at as "updatedAt"`}`;
}

/** Objects of a query, and one more. Throws 413 when the coordinates exceed the limit of a response. */
export async function readRows(
  db: Database,
  { selection, order, layer }: FeatureQuery,
  crs: RequestCrs,
  count: number,
  offset: number,
): Promise<{ rows: FeatureRow[]; more: boolean }> {
  const { visible } = selection;
  const params = [...selection.params];
  const param = paramsInto(params);
  const rows = await withQueryErrors(() =>
    db.query<FeatureRow>(
      `select g.id, ${rowSql(layer, crs)} from (
         select g.*, sum(octet_length(g.location)) over (rows unbounded preceding) as bytes from (
           select g.id, g.location, g.geom, g.properties, g.project_id, g.type_name, g.created_at, g.updated_at
           from geometries g where ${visible} order by ${order?.(param) ?? 'g.id'} limit ${count + 1} offset ${offset}
         ) g
       ) g where g.bytes - octet_length(g.location) <= ${MAX_BYTES}`,
      params,
    ),
  );
  if (rows.length <= count) {
    const bytes = rows.reduce((sum, { location }) => sum + location.length, 0);
    if (bytes > MAX_BYTES)
      throw new HttpError(413, 'geometries.too-large', { megabytes: Math.round(bytes / 1e6) });
  }
  return { rows: rows.slice(0, count), more: rows.length > count };
}
