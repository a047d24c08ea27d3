import { grants } from '#core/protocol';
import { blockedTypes } from '../../base/caller.ts';
import type { Queries } from '../db/database.ts';
import type { ClientRights } from './sent-to.ts';
import type { Follower } from './stream.ts';

const NONE: ClientRights = { alive: false, member: false, readsObjects: false, blocked: new Set() };

/** Current rights of many clients, in one statement and in their order. */
export async function rightsOf(db: Queries, followers: readonly Follower[]): Promise<ClientRights[]> {
  const rows = await db.query<{
    n: number;
    blockedLayers: string[];
    authorizations: string[];
    member: boolean;
  }>(
    `select l.n, u.blocked_layers as "blockedLayers", r.authorizations,
       l.project_id is null or exists (
         select 1 from project_members pm join projects p on p.id = pm.project_id
         where pm.project_id = l.project_id and pm.user_id = l.user_id and p.organization_id = l.organization_id
       ) as member
     from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
         as l(n, session_id, user_id, organization_id, project_id)
       join users u on u.id = l.user_id and u.active and u.deleted_at is null
       join memberships m on m.user_id = u.id and m.organization_id = l.organization_id
       join roles r on r.role_id = m.role_id
     where exists (select 1 from sessions s where s.id = l.session_id and s.user_id = l.user_id and s.ended_at is null)
       or exists (select 1 from personal_tokens t where t.id = l.session_id and t.user_id = l.user_id
         and t.organization_id = l.organization_id and t.expires_at > now())`,
    [
      followers.map((_, n) => n),
      followers.map(({ caller }) => caller.sessionId),
      followers.map(({ caller }) => caller.userId),
      followers.map(({ caller }) => caller.organizationId),
      followers.map(({ projectId }) => projectId ?? null),
    ],
  );
  const rights = followers.map(() => NONE);
  for (const row of rows)
    rights[row.n] = {
      alive: true,
      member: row.member,
      readsObjects: grants(row.authorizations, 'geometries.read'),
      blocked: new Set(blockedTypes(row)),
    };
  return rights;
}
