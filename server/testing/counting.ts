import { expect } from 'vitest';
import type { Queries } from '../platform/db/database.ts';

const ACTUAL = `select project_id, type_name, count(*)::int as count from geometries group by project_id, type_name`;

/** Counts objects that a test has written past the API. */
export async function countAgain(db: Queries): Promise<void> {
  await db.query('delete from object_counts');
  await db.query(`insert into object_counts (project_id, type_name, count) ${ACTUAL}`);
  await db.query(
    `insert into extent_changes (project_id, type_name, removed) select distinct project_id, type_name, false from geometries`,
  );
}

/** Values of unique fields that are not listed. */
const UNLISTED = `select g.id, f.name as field from object_types t cross join unnest(unique_fields(t.fields)) f(name)
  join projects p on p.organization_id = t.organization_id and (t.project_ids = '{}' or p.id = any(t.project_ids))
  join geometries g on g.project_id = p.id and g.type_name = t.name
  where coalesce(g.properties->>f.name, '') <> '' and not exists (
    select 1 from unique_values u where u.project_id = g.project_id and u.field = f.name and u.geometry_id = g.id
      and u.hash = jsonb_hash_extended(g.properties->f.name, 0))`;

/** Expects that the counts that are kept are those of the objects, and that all values of unique fields are listed. */
export async function expectCounts(db: Queries): Promise<void> {
  const kept = await db.query(
    `select project_id, type_name, sum(count)::int as count from object_counts
     group by project_id, type_name having sum(count) <> 0 order by 1, 2`,
  );
  expect(kept).toEqual(await db.query(`${ACTUAL} order by 1, 2`));
  expect(await db.query(UNLISTED)).toEqual([]);
}
