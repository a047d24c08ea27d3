import type { User } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { leaveGroups, setGroupsOf } from '../groups/members.ts';
import { HttpError } from '../../base/http-error.ts';

type Belonging = Pick<User, 'id' | 'organizationIds'>;

/** Adds and removes only organizations of the caller; the person's other ones stay. */
export async function changeOrganizations(
  tx: Queries,
  own: readonly string[],
  before: Belonging,
  ids: readonly string[],
): Promise<void> {
  const others = before.organizationIds.filter((id) => !own.includes(id));
  if (ids.some((id) => !own.includes(id) && !others.includes(id)))
    throw new HttpError(422, 'users.no-such-organization');
  await setOrganizations(tx, before.id, [...new Set([...ids, ...others])]);
}

export async function organizationsOf(tx: Queries, userId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select organization_id as id from memberships where user_id = $1',
    [userId],
  );
  return rows.map((row) => row.id);
}

/** People who leave an organization also leave its projects and groups. */
export async function setOrganizations(tx: Queries, userId: string, ids: readonly string[]): Promise<void> {
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
    'insert into memberships (user_id, organization_id) select $1, unnest($2::uuid[]) on conflict do nothing',
    [userId, [...new Set(ids)]],
  );
}

/**
 * Adds and removes groups in organizations that the caller (`own`) and the person share.
 * Throws 422 when one of them does not exist.
 */
export async function changeGroups(
  tx: Queries,
  own: readonly string[],
  { id, organizationIds }: Belonging,
  groupIds: readonly string[],
): Promise<void> {
  const shared = organizationIds.filter((each) => own.includes(each));
  if (!(await setGroupsOf(tx, id, shared, groupIds))) throw new HttpError(422, 'users.no-such-group');
}
