import { projectContents, type ProjectContents } from '#core/protocol';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { route } from '../../http/context.ts';

export const routes = [
  route(projectContents, async ({ params: { id }, caller, services: { db } }): Promise<ProjectContents> => {
    await requireProject(db, caller, id);
    const params: unknown[] = [id];
    const ofKind = (kind: string) =>
      `(select count(*)::int from files where project_id = $1::uuid and kind = '${kind}')`;
    const inTable = (table: string) => `(select count(*)::int from ${table} where project_id = $1::uuid)`;
    const [found] = await db.query<ProjectContents>(
      `select (select count(*)::int from object_types t where t.project_ids = array[$1::uuid]
           and ${scopeOf(caller).types('t', params)}) as types,
         ${ofKind('document')} as documents, ${ofKind('panoramic')} as panoramics, ${ofKind('bim')} as models,
         ${ofKind('pointcloud')} as pointclouds, ${inTable('surveys')} as surveys, ${inTable('terrains')} as terrains,
         ${inTable('tilesets')} as tilesets, ${inTable('bookmarks')} as bookmarks,
         coalesce((select jsonb_array_length(measures::jsonb) from project_measures where project_id = $1::uuid), 0) as measures`,
      params,
    );
    return found!;
  }),
];
