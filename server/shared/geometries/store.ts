import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { aboutText, objectSql } from './about.ts';
import { ewkbHex } from '../../formats/wkb/write.ts';
import { recordCounts } from '../counts/counts.ts';
import { recordExtents } from '../extents/changes.ts';
import { recordChanges } from '../overviews/changes.ts';
import { bySize } from './by-size.ts';
import { recordUnique } from './unique-values.ts';
import type { Write } from './writes.ts';

/** Timestamp and ids of the transactions that a request is going to write. `at` as of `Editing`. */
export interface TransactionStamps {
  at: string;
  ids: string[];
}

export async function takeClock(tx: Queries, count: number, moment?: string): Promise<TransactionStamps> {
  const [row] = await tx.query<{ at: string; ids: number[] }>(
    `select coalesce($2::timestamptz, now()) as at,
       array(select nextval('transactions_id_seq') from generate_series(1, $1)) as ids`,
    [count, moment ?? null],
  );
  return { at: row!.at, ids: row!.ids.map(String) };
}

/** Most text of coordinates in one statement, unless one object has more: each must end before the statement timeout. */
export const MAX_TEXT = 4_000_000;

/**
 * Writes changes of objects of one project, at most one of each, with their transactions. The caller may change the
 * objects, and they are locked. `at` as of `Editing`.
 */
export async function writeObjects(
  tx: Queries,
  caller: Caller,
  projectId: string,
  writes: readonly Write[],
  at?: string,
): Promise<void> {
  // All writers take keys in the same order, so that they do not deadlock.
  const sorted = [...writes].sort((a, b) => (a.id < b.id ? -1 : 1));
  const sizeOf = ({ becomes }: Write): number => becomes?.location?.text.length ?? 0;
  for (const rows of bySize(sorted, sizeOf, MAX_TEXT)) await writeRows(tx, caller, projectId, rows, at);
}

async function writeRows(
  tx: Queries,
  caller: Caller,
  projectId: string,
  rows: readonly Write[],
  at?: string,
): Promise<void> {
  const column = <T>(pick: (write: Write) => T) => rows.map(pick);
  await tx.query(WRITE, [
    projectId,
    caller.userId,
    column(({ id }) => id),
    column(({ transactionId }) => transactionId),
    column(({ kind }) => kind),
    column(({ version }) => version),
    column(({ typeName }) => typeName),
    column(({ becomes }) => (becomes ? aboutText(becomes.about) : null)),
    column(({ becomes }) => becomes?.location?.text ?? null),
    column(({ becomes }) => (becomes?.location ? ewkbHex(becomes.location.geometry) : null)),
    column(({ becomes }) => (becomes ? JSON.stringify(becomes.about.properties) : null)),
    column(({ becomes }) => (becomes ? `{${becomes.about.relatesTo.join(',')}}` : null)),
    column(({ importId }) => importId),
    column(({ becomes }) => becomes?.about.metadata.createdAt ?? null),
    at ?? null,
    column(({ plugin }) => plugin ?? null),
  ]);
}

const AFTER = `'{"id":"' || n.id || '","location":' || coalesce(n.location, g.location) || ',' || n.about`;
/** Geometries before and after, of objects whose place or type changes. */
const TOUCHED = `
  select n.geom::geometry as geom from n where n.geom is not null
  union all
  select g.geom from n join was g on g.id = n.id
  where n.about is null or n.geom is not null or n.type_name <> g.type_name`;
/** Boxes that came and went; an object of another type goes from one to the other. */
const MOVES = 'n.about is not null and (n.geom is not null or n.type_name <> g.type_name)';
const CAME = `select coalesce(n.geom::geometry, g.geom) as geom, n.type_name
  from n left join was g on g.id = n.id where ${MOVES}`;
const WENT = `select g.geom, g.type_name from n join was g on g.id = n.id where n.about is null or (${MOVES})`;
/** Types of objects that came and went, however they are placed. */
const ADDED = `select n.type_name from n left join was g on g.id = n.id
  where n.about is not null and case when g.id is null then n.location is not null else n.type_name <> g.type_name end`;
const REMOVED = `select g.type_name from n join was g on g.id = n.id
  where n.about is null or n.type_name <> g.type_name`;
const WRITTEN = `select n.id, n.type_name, n.properties::jsonb as properties from n where n.about is not null`;
const AT = 'coalesce($15::timestamptz, now())';
/** The objects are found by their ids once: the planner would read the whole table for each of the parts. */
const WRITE = `
  with n as materialized (
    select * from unnest($3::uuid[], $4::bigint[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::uuid[], $14::timestamptz[], $16::text[])
      as n(id, transaction_id, kind, version, type_name, about, location, geom, properties, relates_to, import_id, created_at, plugin)
  ), was as materialized (
    select g.id, g.type_name, g.geom, g.location, g.about, g.import_id from geometries g where g.id = any($3::uuid[])
  ), history as (
    insert into transactions (id, project_id, geometry_id, type_name, before_type, kind, by_user, version, before,
      after, import_id, at, plugin)
    overriding system value
    select n.transaction_id, $1::uuid, n.id, n.type_name, nullif(g.type_name, n.type_name), n.kind, $2::uuid,
      n.version, ${objectSql('g')}, case when n.about is not null then ${AFTER} end, n.import_id,
      ${AT}, n.plugin
    from n left join was g on g.id = n.id
  ), touched as (
    ${recordChanges('$1', TOUCHED)}
  ), extents as (
    ${recordExtents('$1', WENT, CAME)}
  ), counts as (
    ${recordCounts('$1', REMOVED, ADDED)}
  ), taken as (
    ${recordUnique('$1', WRITTEN)}
  ), gone as (
    delete from geometries g using n where g.id = n.id and g.id = any($3::uuid[]) and n.about is null
  ), changed as (
    update geometries g set type_name = n.type_name, about = n.about, version = n.version,
      location = coalesce(n.location, g.location), geom = coalesce(n.geom::geometry, g.geom),
      properties = n.properties::jsonb, relates_to = n.relates_to::uuid[], updated_at = ${AT}, updated_by = $2::uuid
    from n where g.id = n.id and g.id = any($3::uuid[]) and n.about is not null
  )
  insert into geometries (id, project_id, type_name, geom, location, about, properties, relates_to, source, import_id,
    version, created_at, updated_at, created_by, updated_by)
  select n.id, $1::uuid, n.type_name, n.geom::geometry, n.location, n.about, n.properties::jsonb,
    n.relates_to::uuid[], null, n.import_id, n.version, n.created_at, ${AT}, $2::uuid, $2::uuid
  from n where n.about is not null and n.location is not null
    and not exists (select 1 from was g where g.id = n.id)`;
