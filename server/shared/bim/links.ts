import type { BimLink } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { scopeOf } from '../access/scope.ts';
import { visibleFiles } from '../files/scope.ts';

/** Most links of a model, and of an answer. */
export const MAX_LINKS = 20_000;

interface LinksOf {
  modelId?: string | undefined;
  projectId?: string | undefined;
  globalId?: string | undefined;
  globalIds?: readonly string[] | undefined;
  geometryId?: string | undefined;
  fileId?: string | undefined;
  ids?: readonly string[] | undefined;
}

/** Links between what the caller may see: models, objects and files that are hidden from them are left out. */
export function readLinks(db: Queries, caller: Caller, of: LinksOf): Promise<BimLink[]> {
  const params: unknown[] = [];
  const given = (value: unknown) => addParam(params, value ?? null);
  return db.query<BimLink>(
    `select l.id, f.id as "modelId", f.name as "modelName", l.guid as "globalId", t.class, t.name,
       l.geometry_id as "geometryId", l.target_id as "fileId", coalesce(o.type_name, d.name) as target, l.note,
       t.id is not null as "isPresent", l.created_at as "createdAt", u.name as "createdBy"
     from bim_links l join files f on f.id = l.file_id join users u on u.id = l.created_by
       left join geometries o on o.id = l.geometry_id left join files d on d.id = l.target_id
       left join lateral (
         select t.id, t.class, t.name from bim_things t where t.guid = l.guid and t.edition = (
           select c.edition from bim_contents c where c.file_id = f.id and c.edition is not null
           order by c.content desc limit 1) limit 1) t on true
     where ${visibleFiles(caller, 'f', params)}
       and (l.geometry_id is null or (o.project_id = f.project_id and ${scopeOf(caller).objects('o', params)}))
       and (l.target_id is null or ${visibleFiles(caller, 'd', params)})
       and (${given(of.modelId)}::uuid is null or f.id = $${params.length})
       and (${given(of.projectId)}::uuid is null or f.project_id = $${params.length})
       and (${given(of.globalId)}::text is null or l.guid = $${params.length})
       and (${given(of.globalIds)}::text[] is null or l.guid = any($${params.length}))
       and (${given(of.geometryId)}::uuid is null or l.geometry_id = $${params.length})
       and (${given(of.fileId)}::uuid is null or l.target_id = $${params.length})
       and (${given(of.ids)}::uuid[] is null or l.id = any($${params.length}))
     order by l.created_at desc, l.id limit ${MAX_LINKS}`,
    params,
  );
}
