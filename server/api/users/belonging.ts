import type { User } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { leaveGroups, setGroupsOf } from '../groups/members.ts';
import { HttpError } from '../../base/http-error.ts';

/** The role that a person has in each of their organizations. */
export type Memberships = ReadonlyMap<string, { roleId: string; authorizations: readonly string[] }>;

export async function membershipsOf(tx: Queries, userId: string): Promise<Memberships> {
  const rows = await tx.query<{ id: string; roleId: string; authorizations: string[] }>(
    `select m.organization_id as id, m.role_id as "roleId", r.authorizations
     from memberships m join roles r on r.role_id = m.role_id where m.user_id = $1`,
    [userId],
  );
  return new Map(rows.map(({ id, ...role }) => [id, role]));
}

/** People who leave an organization also leave its projects and groups. */
export async function setMemberships(tx: Queries, userId: string, memberships: Memberships): Promise<void> {
  const ids = [...memberships.keys()];
  await leaveGroups(tx, userId, ids);
  await tx.query('delete from memberships where user_id = $1 and not (organization_id = any($2::uuid[]))', [
    userId,
    ids,
  ]);
  await tx.query(
    `delete from project_members pm using projects p
     where pm.project_id = p.id and pm.user_id = $1 and not (p.organization_id = any($2::uuid[]))`,
    [userId, ids],
  );
  await tx.query(
    `insert into memberships (user_id, organization_id, role_id)
     select $1, o, r from unnest($2::uuid[], $3::uuid[]) as given(o, r)
     on conflict (user_id, organization_id) do update set role_id = excluded.role_id
       where memberships.role_id <> excluded.role_id`,
    [userId, ids, [...memberships.values()].map(({ roleId }) => roleId)],
  );
}

/**
 * Adds and removes groups in organizations that the caller administers (`own`) and the person belongs to.
 * Throws 422 when one of them does not exist.
 */
export async function changeGroups(
  tx: Queries,
  own: readonly string[],
  { id, organizationIds }: Pick<User, 'id' | 'organizationIds'>,
  groupIds: readonly string[],
): Promise<void> {
  const shared = organizationIds.filter((each) => own.includes(each));
  if (!(await setGroupsOf(tx, id, shared, groupIds))) throw new HttpError(422, 'users.no-such-group');
}
