import type { Authorization, CallSpec } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import type { Queries } from '../../platform/db/database.ts';

/** Authorizations whose calls change what a project contains, unless they are GET. */
const WRITING: ReadonlySet<string> = new Set<Authorization>([
  'attributes.write',
  'bim.comment',
  'bim.write',
  'files.write',
  'geometries.delete',
  'geometries.restore',
  'geometries.split',
  'geometries.write',
  'import',
  'pointcloud.classify',
  'pointcloud.write',
]);
/** Calls that change it with another authorization. */
const ALSO_WRITING: ReadonlySet<string> = new Set(['projects.changeLockedLayers', 'uploads.create']);

export function changesProject({ id, method, authorization }: CallSpec): boolean {
  return method !== 'GET' && (WRITING.has(authorization) || ALSO_WRITING.has(id));
}

type Parts = Record<'params' | 'query' | 'headers' | 'body', unknown>;

/** The ids in the address, the headers and at the top of the body, any of which may be of a project or of its part. */
export function namedIds({ params, query, headers, body }: Parts): string[] {
  const { id } = (query ?? {}) as { id?: unknown };
  const { projectid } = (headers ?? {}) as { projectid?: unknown };
  const inBody = Array.isArray(body) ? [] : Object.values(body ?? {});
  return [...Object.values(params ?? {}), id, projectid, ...inBody].filter(isUuid);
}

/**
 * Throws HttpError 409 where an id is that of an archived project of the caller, or of a part of one; of an object
 * type, where it is for archived projects only. What is hidden from the caller counts as missing.
 */
export async function refuseArchived(db: Queries, caller: Caller, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [archived] = await db.query<{ name: string }>(
    `select p.project_name as name from projects p
     where p.archived and p.organization_id = $2
       and exists (select 1 from project_members pm where pm.project_id = p.id and pm.user_id = $3)
       and (p.id = any($1::uuid[]) or exists (
         select 1 from geometries x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from transactions x where x.geometry_id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from files x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from surveys x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from terrains x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from tilesets x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from bookmarks x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from imports x where x.id = any($1::uuid[]) and x.project_id = p.id
         union all select 1 from object_types x where x.id = any($1::uuid[]) and p.id = any(x.project_ids)
           and not exists (select 1 from projects o where o.id = any(x.project_ids) and not o.archived)))
     limit 1`,
    [ids, caller.organizationId, caller.userId],
    { often: true },
  );
  if (archived) throw new HttpError(409, 'projects.archived', { name: archived.name });
}
