import type { Caller } from '../../base/caller.ts';
import type { Database, Queries } from '../../platform/db/database.ts';

/** Advisory lock: one process at a time moves changes into the extents. */
const LOCK = 47_663;
/** Projects whose changes are applied in one transaction. */
const PORTION = 500;

/**
 * SQL that records the boxes of objects that came and went, as part of the statement that changes them. `added` and
 * `removed`: queries of `geom` and `type_name`; `project`: the placeholder of the project.
 */
export function recordExtents(project: string, removed: string, added?: string): string {
  const came = added ? `select a.geom, a.type_name, false as removed from (${added}) a union all ` : '';
  return `insert into extent_changes (project_id, type_name, removed, west, south, east, north)
    select ${project}::uuid, b.type_name, b.removed, min(st_xmin(b.geom)), min(st_ymin(b.geom)), max(st_xmax(b.geom)),
      max(st_ymax(b.geom))
    from (${came}select r.geom, r.type_name, true as removed from (${removed}) r) b
    where not st_isempty(b.geom) group by b.type_name, b.removed`;
}

/** Records that many objects of a type came or went. `extent`: of those that came, where nothing else changed. */
export async function recordLargeExtent(
  tx: Queries,
  projectId: string,
  typeName: string,
  extent?: readonly [number, number, number, number],
): Promise<void> {
  await tx.query(
    `insert into extent_changes (project_id, type_name, removed, west, south, east, north)
     values ($1, $2, false, $3, $4, $5, $6)`,
    [projectId, typeName, ...(extent ?? [null, null, null, null])],
  );
}

/** Brings the extents of the caller's projects up to date. */
export async function applyExtentsFor(db: Database, caller: Caller): Promise<void> {
  const waiting = await db.query<{ id: string }>(
    `select distinct c.project_id as id from extent_changes c where c.project_id in (
       select pm.project_id from project_members pm join projects p on p.id = pm.project_id
       where pm.user_id = $1::uuid and p.organization_id = $2::uuid)`,
    [caller.userId, caller.organizationId],
    { often: true },
  );
  if (waiting.length === 0) return;
  await applyExtentChanges(
    db,
    waiting.map(({ id }) => id),
  );
}

/** Brings the extents of these projects up to date; of all projects if none are given. */
export async function applyExtentChanges(db: Database, projectIds?: readonly string[]): Promise<void> {
  const waiting = await db.query<{ id: string }>(
    `select distinct c.project_id as id from extent_changes c where $1::uuid[] is null or c.project_id = any($1::uuid[])`,
    [projectIds ?? null],
  );
  for (let from = 0; from < waiting.length; from += PORTION) {
    const ids = waiting.slice(from, from + PORTION).map(({ id }) => id);
    await db.transaction((tx) => apply(tx, ids));
  }
}

interface Outdated {
  projectId: string;
  typeName: string;
}

/**
 * A box of objects that came only grows the extent. Where objects at its edge went, it is computed again from all
 * objects of the type.
 */
async function apply(tx: Queries, projectIds: readonly string[]): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
  const outdated = await tx.query<Outdated>(
    `with gone as (
       delete from extent_changes where project_id = any($1::uuid[])
       returning project_id, type_name, removed, west, south, east, north
     ), boxes as (
       select project_id, type_name, bool_or(west is null) as anywhere, bool_or(removed) as shrinks,
         min(west) filter (where not removed) as west, min(south) filter (where not removed) as south,
         max(east) filter (where not removed) as east, max(north) filter (where not removed) as north,
         min(west) filter (where removed) as least_west, min(south) filter (where removed) as least_south,
         max(east) filter (where removed) as most_east, max(north) filter (where removed) as most_north
       from gone group by project_id, type_name
     ), judged as (
       select b.*, b.anywhere or (b.shrinks and (e.west is null or b.least_west <= e.west or b.least_south <= e.south
         or b.most_east >= e.east or b.most_north >= e.north)) as outdated
       from boxes b left join project_extents e using (project_id, type_name)
     ), grown as (
       insert into project_extents as e (project_id, type_name, west, south, east, north)
       select project_id, type_name, west, south, east, north from judged where not outdated and west is not null
       on conflict (project_id, type_name) do update set west = least(e.west, excluded.west),
         south = least(e.south, excluded.south), east = greatest(e.east, excluded.east),
         north = greatest(e.north, excluded.north)
     )
     select project_id as "projectId", type_name as "typeName" from judged where outdated`,
    [projectIds],
  );
  if (outdated.length === 0) return;
  const columns = [outdated.map(({ projectId }) => projectId), outdated.map(({ typeName }) => typeName)];
  const these = 'unnest($1::uuid[], $2::text[]) as o(project_id, type_name)';
  await tx.query(
    `delete from project_extents e using ${these} where e.project_id = o.project_id and e.type_name = o.type_name`,
    columns,
  );
  await tx.query(
    `insert into project_extents (project_id, type_name, west, south, east, north)
     select o.project_id, o.type_name, b.west, b.south, b.east, b.north
     from ${these} cross join lateral (
       select min(st_xmin(g.geom)) as west, min(st_ymin(g.geom)) as south, max(st_xmax(g.geom)) as east,
         max(st_ymax(g.geom)) as north
       from geometries g where g.project_id = o.project_id and g.type_name = o.type_name and not st_isempty(g.geom)
     ) b where b.west is not null`,
    columns,
  );
}
