import { open } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Properties } from '#core/protocol';
import type { Scope } from '../../../shared/access/scope.ts';
import { DatabaseError, CONNECTION_LOST } from '../../../platform/db/errors.ts';
import { JobFailure } from '../../../platform/jobs/kind.ts';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import { portions, uuidOf, type TypeIds } from './ids.ts';
import type { Spooling } from './spool.ts';

/** Objects of the first type per query for partners, and pairs per query for intersections. */
const AT_ONCE = { objects: 200, bytes: 2 * 1024 * 1024, pairs: 200 };
const MAX_PAIRS = 2_000_000;
/** Degrees, about a hundredth of a millimetre: overlays of nearly coincident edges need a grid. */
const GRID = 1e-10;
const PAIR = 32;

interface ObjectIntersection {
  first: string;
  second: string;
  location: string | null;
  length: number;
  area: number;
  firstProperties: Properties;
  secondProperties: Properties;
}

/**
 * Writes the intersections of one type with another: shared points, lines or areas, whichever has the highest
 * dimension, with geodesic length and area and the attributes of both. Returns the number of pairs that could not be
 * computed.
 */
export async function spoolIntersections(
  of: Spooling & { second: Scope; same: boolean; typeName: string },
  firsts: readonly TypeIds[],
): Promise<{ types: SpoolType[]; failed: number }> {
  const file = path.join(of.folder, 'objects-0.ndjson');
  const out = await open(file, 'wx', 0o600);
  let [count, pairs, failed, seen] = [0, 0, 0, 0];
  try {
    for (const type of firsts)
      for (const ids of portions(type, AT_ONCE.objects, AT_ONCE.bytes)) {
        const found = await pairsOf(of, ids);
        pairs += found.length / PAIR;
        if (pairs > MAX_PAIRS) throw new JobFailure('export.too-many', { count: pairs, most: MAX_PAIRS });
        for (let at = 0; at < found.length; at += PAIR * AT_ONCE.pairs) {
          of.signal.throwIfAborted();
          const cuts = await cutAll(of, found.subarray(at, at + PAIR * AT_ONCE.pairs));
          failed += cuts.failed;
          const lines = cuts.done.flatMap((cut) => lineOf(cut) ?? []);
          if (lines.length > 0) await out.write(`${lines.join('\n')}\n`);
          count += lines.length;
        }
        of.progress((seen += ids.length));
      }
  } finally {
    await out.close();
  }
  const type = { typeName: of.typeName, file, count, title: undefined, fields: [], style: undefined };
  return { types: count > 0 ? [type] : [], failed };
}

/** Ids of intersecting pairs, 32 bytes each. */
async function pairsOf(
  { db, scope, second, same }: Spooling & { second: Scope; same: boolean },
  ids: readonly string[],
) {
  const params: unknown[] = [ids];
  const [row] = await db.query<{ pairs: Uint8Array | null }>(
    `select string_agg(uuid_send(g.id) || uuid_send(h.id), ''::bytea) as pairs
     from geometries g join geometries h on h.geom && g.geom and st_intersects(h.geom, g.geom)
     where g.id = any($1::uuid[]) and ${scope.objects('g', params)} and ${second.objects('h', params)}
       ${same ? 'and g.id < h.id' : ''}`,
    params,
  );
  return Buffer.from(row?.pairs ?? []);
}

/** All in one query; one by one when that fails. */
async function cutAll(
  of: Spooling & { second: Scope },
  pairs: Buffer,
): Promise<{ done: ObjectIntersection[]; failed: number }> {
  try {
    return { done: await cut(of, pairs), failed: 0 };
  } catch (thrown) {
    if (!(thrown instanceof DatabaseError) || thrown.code === CONNECTION_LOST) throw thrown;
    if (pairs.length === PAIR) return { done: [], failed: 1 };
    const result: { done: ObjectIntersection[]; failed: number } = { done: [], failed: 0 };
    for (let at = 0; at < pairs.length; at += PAIR) {
      of.signal.throwIfAborted();
      const one = await cutAll(of, pairs.subarray(at, at + PAIR));
      result.done.push(...one.done);
      result.failed += one.failed;
    }
    return result;
  }
}

async function cut(
  { db, scope, second }: Spooling & { second: Scope },
  pairs: Buffer,
): Promise<ObjectIntersection[]> {
  const [firsts, seconds]: [string[], string[]] = [[], []];
  for (let at = 0; at < pairs.length; at += PAIR) {
    firsts.push(uuidOf(pairs, at));
    seconds.push(uuidOf(pairs, at + 16));
  }
  const params: unknown[] = [firsts, seconds];
  return db.query<ObjectIntersection>(
    `select i.first, i.second, i."firstProperties", i."secondProperties",
       case when st_isempty(i.geom) then null else st_asgeojson(i.geom, 15) end as location,
       st_length(i.geom::geography) as length, st_area(i.geom::geography) as area
     from (
       select g.id as first, h.id as second, g.properties as "firstProperties", h.properties as "secondProperties",
         st_collectionextract(st_intersection(g.geom, h.geom, ${GRID})) as geom
       from unnest($1::uuid[], $2::uuid[]) as pair(a, b) join geometries g on g.id = pair.a
         join geometries h on h.id = pair.b
       where ${scope.objects('g', params)} and ${second.objects('h', params)}
     ) i`,
    params,
  );
}

function lineOf({
  first,
  second,
  location,
  length,
  area,
  firstProperties,
  secondProperties,
}: ObjectIntersection): string | undefined {
  if (location === null) return undefined;
  const properties: Properties = { first_id: first, second_id: second };
  if (/Polygon"/.test(location)) properties['area_m2'] = area;
  else if (/LineString"/.test(location)) properties['length_m'] = length;
  for (const [name, value] of Object.entries(firstProperties)) properties[`first_${name}`] = value;
  for (const [name, value] of Object.entries(secondProperties)) properties[`second_${name}`] = value;
  return `{"id":"${randomUUID()}","location":${location},"properties":${JSON.stringify(properties)}}`;
}
