import { deleteBimQuery, saveBimQuery, listBimQueries, MAX_BIM_QUERIES, type BimQuery } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { holdUnarchived } from '../../../http/gate/archived.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { requireProject } from '../../../shared/access/scope.ts';
import { requireViewer } from '../../../shared/files/scope.ts';

const QUERIES = `select q.id, q.name, q.grouping, q.filter, u.name as "createdBy"
  from bim_queries q left join users u on u.id = q.created_by`;

/** The searches of elements that are saved in a project. */
export const queryRoutes: Route[] = [
  route(listBimQueries, async ({ params, caller, services }) => {
    await requireModels(services.db, caller, params.id);
    return services.db.query<BimQuery>(`${QUERIES} where q.project_id = $1 order by lower(q.name)`, [
      params.id,
    ]);
  }),

  route(saveBimQuery, async ({ params, body, caller, services, reply }) => {
    const saved = await services.db.transaction(async (tx) => {
      await requireModels(tx, caller, params.id);
      await holdUnarchived(tx, [params.id]);
      const [made] = await tx.query<{ id: string }>(
        `insert into bim_queries (project_id, name, grouping, filter, created_by) values ($1, $2, $3, $4::jsonb, $5)
         on conflict (project_id, lower(name)) do update set name = excluded.name, grouping = excluded.grouping,
           filter = excluded.filter, created_by = excluded.created_by returning id`,
        [params.id, body.name, body.grouping, JSON.stringify(body.filter), caller.userId],
      );
      const [row] = await tx.query<{ count: number }>(
        'select count(*)::int as count from bim_queries where project_id = $1',
        [params.id],
      );
      if (row!.count > MAX_BIM_QUERIES)
        throw new HttpError(422, 'bim.too-many-queries', { most: MAX_BIM_QUERIES });
      const [query] = await tx.query<BimQuery>(`${QUERIES} where q.id = $1`, [made!.id]);
      return query!;
    });
    void reply.code(201);
    return saved;
  }),

  route(deleteBimQuery, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      await requireModels(tx, caller, params.id);
      await holdUnarchived(tx, [params.id]);
      const gone = await tx.query('delete from bim_queries where id = $1 and project_id = $2 returning id', [
        params.queryId,
        params.id,
      ]);
      if (gone.length === 0) throw new HttpError(404, 'http.not-found');
    });
    return undefined;
  }),
];

async function requireModels(db: Queries, caller: Caller, projectId: string): Promise<void> {
  requireViewer(caller, 'bim');
  await requireProject(db, caller, projectId);
}
