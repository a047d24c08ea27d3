import type { Queries } from '../../platform/db/database.ts';
import type { Caller } from '../../base/caller.ts';
import { CALLER_COLUMNS } from '../../http/gate/caller-columns.ts';

/**
 * A person with their current rights in the organization of a project they are a member of; undefined when they are
 * no longer a member. For work that runs after its request: rights may have changed meanwhile.
 */
export async function memberOf(db: Queries, userId: string, projectId: string): Promise<Caller | undefined> {
  const [row] = await db.query<Caller>(
    `select ${CALLER_COLUMNS}, '' as "sessionId"
     from users u
       join project_members pm on pm.user_id = u.id and pm.project_id = $2
       join projects p on p.id = pm.project_id
       join organizations o on o.id = p.organization_id
       join memberships m on m.user_id = u.id and m.organization_id = o.id
       join roles r on r.role_id = m.role_id
     where u.id = $1 and u.active and u.deleted_at is null`,
    [userId, projectId],
  );
  return row;
}
