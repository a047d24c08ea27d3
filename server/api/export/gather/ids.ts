import type { Geometry } from '#core/protocol';
import type { Scope } from '../../../shared/access/scope.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { addParam } from '../../../platform/db/params.ts';
import { boxConditions, type BoundingBox } from '../../../shared/geometries/box.ts';

/** Which objects of a scope. */
export interface ObjectFilter {
  bbox?: BoundingBox | undefined;
  area?: Geometry | undefined;
  ids?: readonly string[] | undefined;
}

/** Ids of the objects of one type: 16 bytes of id and 4 bytes with the length of the coordinates' text, each. */
export interface TypeIds {
  typeName: string;
  count: number;
  ids: Uint8Array;
}

const STRIDE = 20;

/** All selected ids, twenty bytes each: 20 MB for a million objects. */
export async function listIds(db: Queries, scope: Scope, selection: ObjectFilter): Promise<TypeIds[]> {
  const params: unknown[] = [];
  return db.query<TypeIds>(
    `select g.type_name as "typeName", count(*) as count,
       string_agg(uuid_send(g.id) || int4send(octet_length(g.location)), ''::bytea order by g.id) as ids
     from geometries g where ${selected(selection, params)} and ${scope.objects('g', params)}
     group by g.type_name order by g.type_name`,
    params,
  );
}

/** SQL condition on `geometries g`. */
export function selected({ bbox, area, ids }: ObjectFilter, params: unknown[]): string {
  const conditions: string[] = [];
  if (bbox) conditions.push(boxConditions(bbox, false, params));
  if (area) {
    const place = `st_setsrid(st_geomfromgeojson(${addParam(params, JSON.stringify(area))}), 4326)`;
    conditions.push(`(g.geom && ${place} and st_intersects(g.geom, ${place}))`);
  }
  if (ids) conditions.push(`g.id = any(${addParam(params, ids)}::uuid[])`);
  return conditions.length > 0 ? conditions.join(' and ') : 'true';
}

/** Batches of ids to read at once: up to `max` objects and up to `bytes` of coordinates. */
export function* portions({ ids }: TypeIds, max: number, bytes: number): Generator<string[]> {
  const view = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);
  let portion: string[] = [];
  let size = 0;
  for (let at = 0; at < view.length; at += STRIDE) {
    const length = view.readUInt32BE(at + 16);
    if (portion.length > 0 && (portion.length >= max || size + length > bytes)) {
      yield portion;
      portion = [];
      size = 0;
    }
    portion.push(uuidOf(view, at));
    size += length;
  }
  if (portion.length > 0) yield portion;
}

export function uuidOf(view: Buffer, at: number): string {
  const hex = view.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
