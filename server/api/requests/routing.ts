import type { Database, Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { notify } from '../notifications/send.ts';

interface RoutedAccessRequest {
  id: string;
  name: string;
  wish: string;
  reason: string;
}

/**
 * Finds the organization of each new request and notifies its administrators. Each request is handled by one server;
 * what is left at a stop is handled by the next.
 */
export async function routeRequests({ db, events }: Pick<Services, 'db' | 'events'>): Promise<void> {
  for (let more = true; more;)
    more = await db.transaction(async (tx) => {
      const [request] = await tx.query<RoutedAccessRequest>(
        `select id, name, wish, reason from access_requests where not routed
         order by created_at limit 1 for update skip locked`,
      );
      if (!request) return false;
      const { organizationId, projectId } = await meant(tx, request.wish);
      await tx.query(
        'update access_requests set routed = true, organization_id = $2, project_id = $3 where id = $1',
        [request.id, organizationId, projectId],
      );
      await notifyPeople(tx, events, request, organizationId);
      return true;
    });
}

/** By the name of an organization or project, where it is unique; where there is only one organization, that one. */
async function meant(
  tx: Queries,
  wish: string,
): Promise<{ organizationId: string | null; projectId: string | null }> {
  const found = await tx.query<{ organizationId: string; projectId: string | null }>(
    `select id as "organizationId", null as "projectId" from organizations where lower(name) = lower($1)
     union all select organization_id, id::text from projects where lower(project_name) = lower($1) limit 2`,
    [wish],
  );
  if (found.length === 1) return found[0]!;
  const all = await tx.query<{ id: string }>('select id from organizations limit 2');
  return { organizationId: all.length === 1 ? all[0]!.id : null, projectId: null };
}

/** Requests without an organization go to the super administrators. */
async function notifyPeople(
  tx: Queries,
  events: Services['events'],
  { name, reason }: RoutedAccessRequest,
  organizationId: string | null,
): Promise<void> {
  const concerned = await tx.query<{ organizationId: string; userIds: string[] }>(
    `select m.organization_id as "organizationId", array_agg(u.id) as "userIds"
     from users u join memberships m on m.user_id = u.id join roles r on r.role_id = m.role_id
     where u.active and u.deleted_at is null
       and case when $1::uuid is null then u.super_administrator
           else m.organization_id = $1::uuid and r.authorizations && array['*', 'admin.users'] end
     group by m.organization_id`,
    [organizationId],
  );
  for (const each of concerned) {
    const notice = { kind: 'access-request', senderId: null, subject: name, text: reason } as const;
    const to = { organizationId: each.organizationId, channels: ['app'], audience: [] } as const;
    await notify(tx, { events }, { ...notice, ...to }, each.userIds);
  }
}

/** Personal data of rejected people is not stored forever. */
export async function forgetOldRequests(db: Database): Promise<void> {
  await db.query(
    `delete from access_requests where coalesce(decided_at, created_at) < now() - interval '180 days'`,
  );
}
