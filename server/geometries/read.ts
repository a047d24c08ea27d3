import { MAX_LISTED } from '#core/protocol';
import type { Scope } from '../access/scope.ts';
import type { Database } from '../db/database.ts';
import { Precomposed } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import { objectSql } from './about.ts';
import { boxConditions, parseBox } from './box.ts';

/** Bytes of coordinates in one answer, which all must be in memory at once. */
const MOST_BYTES = 128 * 1024 * 1024;

export interface Wanted {
  bbox?: string | undefined;
  /** Leave out what reaches beyond the box. */
  whole: boolean;
  /** Leave heights out. */
  flat: boolean;
}

/** Objects of a scope in a box, as a JSON list. @throws Refusal 413 with their count, 400 for a box that is none. */
export async function listObjects(
  db: Database,
  scope: Scope,
  wanted: Wanted,
): Promise<Precomposed | undefined> {
  const params: unknown[] = [];
  const place =
    wanted.bbox === undefined ? 'true' : boxConditions(parseBox(wanted.bbox), wanted.whole, params);
  const whole = objectSql('g', 'i.about_end');
  const text = wanted.flat ? whole.replace('g.location', FLAT) : whole;
  const visible = `${place} and ${scope.objects('g', params)}`;
  // Looked at twice rather than kept aside: what is too much is counted without being put together.
  const [row] = await db.query<{ count: number; bytes: number; list: string | null }>(
    `select seen.count, seen.bytes, case when seen.count <= ${MAX_LISTED} and seen.bytes <= ${MOST_BYTES} then (
       select string_agg(${text}, ',') from geometries g left join imports i on i.id = g.import_id where ${visible}
     ) end as list
     from (
       select count(*)::int as count, coalesce(sum(octet_length(g.location)), 0)::float8 as bytes
       from geometries g where ${visible}
     ) seen`,
    params,
  );
  const { count, bytes, list } = row!;
  if (count > MAX_LISTED) throw new Refusal(413, 'geometries.too-many', { count, most: MAX_LISTED });
  if (bytes > MOST_BYTES)
    throw new Refusal(413, 'geometries.too-large', { megabytes: Math.round(bytes / 1e6) });
  return count === 0 ? undefined : new Precomposed(`[${list}]`);
}

/** A location's text without heights; text is as `locationText` writes it. */
const POSITION_3D = String.raw`\[(-?[0-9.e+-]+),(-?[0-9.e+-]+),-?[0-9.e+-]+\]`;
const FLAT = `case when st_ndims(g.geom) = 3
  then regexp_replace(g.location, '${POSITION_3D}', '[\\1,\\2]', 'g') else g.location end`;

export async function getObject(
  db: Database,
  scope: Scope,
  id: string,
): Promise<{ object: Precomposed; version: number } | undefined> {
  const params: unknown[] = [id];
  const [row] = await db.query<{ text: string; version: number }>(
    `select ${objectSql('g')} as text, g.version from geometries g where g.id = $1 and ${scope.objects('g', params)}`,
    params,
  );
  return row && { object: new Precomposed(row.text), version: row.version };
}

export async function countObjects(db: Database, scope: Scope): Promise<number> {
  const params: unknown[] = [];
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from geometries g where ${scope.objects('g', params)}`,
    params,
  );
  return row!.count;
}
