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

/** Expects that the counts that are kept are those of the objects. */
export async function expectCounts(db: Queries): Promise<void> {
  const kept = await db.query(
    `select project_id, type_name, sum(count)::int as count from object_counts
     group by project_id, type_name having sum(count) <> 0 order by 1, 2`,
  );
  expect(kept).toEqual(await db.query(`${ACTUAL} order by 1, 2`));
}
