import type { Audience, BodyOf, sendNotification } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';

export type AddressedTo = Pick<
  BodyOf<typeof sendNotification>,
  'userIds' | 'groupIds' | 'roleIds' | 'organization'
>;
export interface Recipient {
  id: string;
  email: string;
  language: 'en' | 'it' | null;
}

/** Possible recipients: people who can sign in to the organization $1. */
const PEOPLE = `users u join memberships m on m.user_id = u.id and m.organization_id = $1
  where u.active and u.deleted_at is null`;

/**
 * Resolves recipients to names. Throws 422 when one is not of the caller's organization, with the same message as for
 * one that does not exist.
 */
export async function audienceOf(tx: Queries, caller: Caller, to: AddressedTo): Promise<Audience[]> {
  const { organizationId } = caller;
  const named = await tx.query<Audience>(
    `select 'user' as kind, u.id, u.name from ${PEOPLE} and u.id = any($2::uuid[])
     union all select 'group', g.id, g.name from groups g where g.organization_id = $1 and g.id = any($3::uuid[])
     union all select 'role', r.role_id, r.role_name from roles r where r.organization_id = $1 and r.role_id = any($4::uuid[])`,
    [organizationId, to.userIds ?? [], to.groupIds ?? [], to.roleIds ?? []],
  );
  const ids = new Set([...(to.userIds ?? []), ...(to.groupIds ?? []), ...(to.roleIds ?? [])]);
  if (named.length < ids.size) throw new HttpError(422, 'notifications.unknown-recipient');
  return to.organization
    ? [{ kind: 'organization', id: organizationId, name: caller.organizationName }, ...named]
    : named;
}

/** All recipients, once each, without the sender. */
export function recipientsOf(tx: Queries, caller: Caller, to: AddressedTo): Promise<Recipient[]> {
  return tx.query<Recipient>(
    `select u.id, u.email, u.language from ${PEOPLE}
       and (u.id = any($2::uuid[]) or (u.id <> $6::uuid and ($5::boolean or m.role_id = any($4::uuid[])
         or exists (select 1 from group_members gm join groups g on g.id = gm.group_id
           where gm.user_id = u.id and g.organization_id = $1 and g.id = any($3::uuid[])))))
     order by u.id`,
    [
      caller.organizationId,
      to.userIds ?? [],
      to.groupIds ?? [],
      to.roleIds ?? [],
      to.organization ?? false,
      caller.userId,
    ],
  );
}

const EACH = 20;

export async function findAudiences(
  db: Queries,
  caller: Caller,
  search = '',
): Promise<(Audience & { count: number })[]> {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return db.query(
    `(select 'organization' as kind, o.id, o.name, (select count(*)::int from ${PEOPLE}) as count
       from organizations o where o.id = $1 and o.name ilike $2)
     union all (select 'group', g.id, g.name, (select count(*)::int from ${PEOPLE}
         and exists (select 1 from group_members gm where gm.group_id = g.id and gm.user_id = u.id))
       from groups g where g.organization_id = $1 and g.name ilike $2 order by lower(g.name), g.id limit ${EACH})
     union all (select 'role', r.role_id, r.role_name, (select count(*)::int from ${PEOPLE} and m.role_id = r.role_id)
       from roles r where r.organization_id = $1 and r.role_name ilike $2 order by lower(r.role_name), r.role_id limit ${EACH})
     union all (select 'user', u.id, u.name, 1 from ${PEOPLE} and u.name ilike $2 order by lower(u.name), u.id limit ${EACH})`,
    [caller.organizationId, pattern],
  );
}
