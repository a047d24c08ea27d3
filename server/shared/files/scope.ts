import type { ViewerName } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { scopeOf } from '../access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { HttpError } from '../../base/http-error.ts';

export type FileKind = 'document' | 'panoramic' | 'bim' | 'pointcloud' | 'pointcloud-image';

/** People blocked from a viewer see none of its files. */
const VIEWER_OF: Partial<Record<FileKind, ViewerName>> = {
  panoramic: 'panorama',
  bim: 'bim',
  pointcloud: 'point-cloud',
  'pointcloud-image': 'point-cloud',
};

/**
 * Condition on rows of `files` named `alias`: in a project of the person, in the organization of their token, without
 * objects hidden from them and viewers they are blocked from; by a link, only its cloud and its images. Appends its values to `params`.
 */
export function visibleFiles(caller: Caller, alias: string, params: unknown[]): string {
  const hidden = Object.entries(VIEWER_OF).flatMap(([kind, viewer]) =>
    caller.blockedLayers.includes(viewer) ? [kind] : [],
  );
  const linked = caller.linkedCloud && addParam(params, caller.linkedCloud);
  return `(${ofMyProjects(caller, alias, params)}
    ${linked ? `and (${alias}.id = ${linked}::uuid or ${alias}.pointcloud_id = ${linked}::uuid)` : ''}
    and not (${alias}.kind = any(${addParam(params, hidden)}::text[]))
    and (${alias}.geometry_id is null or exists (select 1 from geometries g where g.id = ${alias}.geometry_id
      and g.project_id = ${alias}.project_id and ${scopeOf(caller).objects('g', params)})))`;
}

/** Condition on rows of any table with a `project_id`: of a project the person works on. */
export function ofMyProjects(caller: Caller, alias: string, params: unknown[]): string {
  return `${alias}.project_id in (select pm.project_id from project_members pm join projects p on p.id = pm.project_id
    where pm.user_id = ${addParam(params, caller.userId)}::uuid
      and p.organization_id = ${addParam(params, caller.organizationId)}::uuid)`;
}

/** Throws HttpError 404 when the caller is blocked from the viewer of this kind. */
export function requireViewer(caller: Caller, kind: FileKind): void {
  if (!seesKind(caller, kind)) throw new HttpError(404, 'http.not-found');
}

export function seesKind(caller: Caller, kind: FileKind): boolean {
  const viewer = VIEWER_OF[kind];
  return viewer === undefined || !caller.blockedLayers.includes(viewer);
}

/** Throws HttpError 404 unless the object is in the project, and the caller may see it. */
export async function requireObject(
  db: Queries,
  caller: Caller,
  projectId: string,
  geometryId: string,
): Promise<void> {
  const params: unknown[] = [geometryId];
  const scope = scopeOf(caller, { projectId });
  const rows = await db.query(
    `select 1 from geometries g where g.id = $1 and ${scope.objects('g', params)}`,
    params,
  );
  if (rows.length === 0) throw new HttpError(404, 'http.not-found');
}
