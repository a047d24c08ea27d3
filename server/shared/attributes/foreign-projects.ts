import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';

/** Throws HttpError 422 unless the caller works on all of the projects. */
export async function refuseForeignProjects(
  tx: Queries,
  caller: Caller,
  ids: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from projects p join project_members pm on pm.project_id = p.id
     where p.id = any($1::uuid[]) and pm.user_id = $2 and p.organization_id = $3`,
    [ids, caller.userId, caller.organizationId],
  );
  if (row?.count !== new Set(ids).size) throw new HttpError(422, 'attributes.project-unknown');
}
