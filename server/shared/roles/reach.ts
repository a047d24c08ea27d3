import { grants, type Authorization } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';

/** SQL: the ids of the organizations where the person `userId` has the authorization; all for a super administrator. */
export function organizationsWith(userId: string, authorization: Authorization): string {
  return `(select held.organization_id from memberships held join roles of_held on of_held.role_id = held.role_id
      where held.user_id = ${userId} and of_held.authorizations && array['*', '${authorization}']
    union select every.id from organizations every
      where exists (select 1 from users su where su.id = ${userId} and su.super_administrator))`;
}

/** What a person may do in each organization. */
export type Held = ReadonlyMap<string, readonly string[]>;

/** The caller's rights by organization: of their own, and all of every one for a super administrator. */
export async function heldBy(tx: Queries, caller: Caller): Promise<Held> {
  const rows = await tx.query<{ id: string; authorizations: string[] }>(
    `select o.id, case when $2::boolean then array['*'] else r.authorizations end as authorizations
     from organizations o
       left join memberships m on m.organization_id = o.id and m.user_id = $1
       left join roles r on r.role_id = m.role_id
     where $2::boolean or m.user_id is not null`,
    [caller.userId, caller.superAdministrator],
  );
  return new Map(rows.map(({ id, authorizations }) => [id, authorizations]));
}

export function organizationsIn(held: Held, authorization: Authorization): string[] {
  return [...held].filter(([, authorizations]) => grants(authorizations, authorization)).map(([id]) => id);
}
