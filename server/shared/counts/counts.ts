import type { Database, Queries } from '../../platform/db/database.ts';
import type { Scope } from '../access/scope.ts';

/** Rows of a project and type that are summed up. */
const MANY = 50;

/**
 * SQL that counts objects that come and go, as part of the statement that changes them. `went` and `came`: queries of
 * `type_name`; `project`: the placeholder of the project.
 */
export function recordCounts(project: string, went: string, came?: string): string {
  const more = came ? `union all select a.type_name, 1 as n from (${came}) a` : '';
  return `insert into object_counts (project_id, type_name, count)
    select ${project}::uuid, b.type_name, sum(b.n)
    from (select r.type_name, -1 as n from (${went}) r ${more}) b group by b.type_name having sum(b.n) <> 0`;
}

/** Counts objects that were loaded. */
export async function addCount(
  tx: Queries,
  projectId: string,
  typeName: string,
  count: number,
): Promise<void> {
  await tx.query('insert into object_counts (project_id, type_name, count) values ($1, $2, $3)', [
    projectId,
    typeName,
    count,
  ]);
}

/** SQL of the number of objects of a project and type; a row of `object_counts`, named `c`, is not one of them. */
export const COUNT = 'coalesce(sum(c.count), 0)::int';

/** The number of all objects of a scope; it takes no longer for more of them. */
export async function countObjects(db: Queries, scope: Scope): Promise<number> {
  const params: unknown[] = [];
  const [row] = await db.query<{ count: number }>(
    `select ${COUNT} as count from object_counts c where ${scope.objects('c', params)}`,
    params,
  );
  return row!.count;
}

/** The number of all objects of a scope, by type; types without objects are left out. */
export async function countByType(db: Queries, scope: Scope): Promise<{ typeName: string; count: number }[]> {
  const params: unknown[] = [];
  return db.query(
    `select c.type_name as "typeName", ${COUNT} as count from object_counts c where ${scope.objects('c', params)}
     group by c.type_name having sum(c.count) <> 0 order by c.type_name`,
    params,
  );
}

/** Sums up rows, so that there are few to read. Who reads meanwhile sees them either before or after. */
export async function sumUpCounts(db: Database): Promise<void> {
  const many = await db.query<{ projectId: string; typeName: string }>(
    `select c.project_id as "projectId", c.type_name as "typeName" from object_counts c
     group by c.project_id, c.type_name having count(*) > ${MANY}`,
  );
  for (const { projectId, typeName } of many)
    await db.query(
      `with gone as (
         delete from object_counts where project_id = $1 and type_name = $2 returning count
       )
       insert into object_counts (project_id, type_name, count)
       select $1::uuid, $2::text, sum(g.count) from gone g having sum(g.count) <> 0`,
      [projectId, typeName],
    );
}
