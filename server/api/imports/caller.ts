import { grants } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';

/**
 * Returns the person an import runs for, with their current rights, which may have changed since the request.
 * Throws JobFailure when they may no longer import into the project.
 */
export async function importerOf(db: Queries, userId: string, projectId: string): Promise<Caller> {
  const [row] = await db.query<Caller>(
    `select u.id as "userId", u.email, u.name, u.role_id as "roleId", r.role_name as "roleName",
       r.authorizations, u.blocked_layers as "blockedLayers", u.language,
       o.id as "organizationId", o.name as "organizationName", '' as "sessionId"
     from users u
       join roles r on r.role_id = u.role_id
       join project_members pm on pm.user_id = u.id and pm.project_id = $2
       join projects p on p.id = pm.project_id
       join organizations o on o.id = p.organization_id
       join memberships m on m.user_id = u.id and m.organization_id = o.id
     where u.id = $1 and u.active and u.deleted_at is null`,
    [userId, projectId],
  );
  if (!row || !grants(row.authorizations, 'import')) throw new JobFailure('import.not-allowed');
  return row;
}
