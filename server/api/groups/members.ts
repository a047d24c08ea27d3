import type { Queries } from '../../platform/db/database.ts';

/**
 * Sets the members of a group. A user's groups are part of the user, so that people who join or leave get a new
 * version. Returns whether all `userIds` are in the group's organization; if not, nothing is changed.
 */
export async function setMembersOf(
  tx: Queries,
  group: { id: string; organizationId: string },
  userIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(userIds)];
  const known = await tx.query(
    `select 1 from memberships m join users u on u.id = m.user_id and u.deleted_at is null
     where m.organization_id = $1 and m.user_id = any($2::uuid[])`,
    [group.organizationId, ids],
  );
  if (known.length !== ids.length) return false;
  await tx.query(
    `with gone as (delete from group_members where group_id = $1 and not (user_id = any($2::uuid[])) returning user_id),
       come as (insert into group_members (group_id, user_id) select $1, unnest($2::uuid[])
         on conflict do nothing returning user_id)
     update users set version = version + 1
     where id in (select user_id from gone union select user_id from come)`,
    [group.id, ids],
  );
  return true;
}

/**
 * Sets which groups of these organizations a person is in; groups of others stay. Members are part of a group, so
 * that each group that changes gets a new version. Returns whether all `groupIds` are in these organizations; if not,
 * nothing is changed.
 */
export async function setGroupsOf(
  tx: Queries,
  userId: string,
  organizationIds: readonly string[],
  groupIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(groupIds)];
  const known = await tx.query(
    'select 1 from groups where organization_id = any($1::uuid[]) and id = any($2::uuid[])',
    [organizationIds, ids],
  );
  if (known.length !== ids.length) return false;
  await tx.query(
    `with gone as (delete from group_members gm using groups g where g.id = gm.group_id and gm.user_id = $1
         and g.organization_id = any($3::uuid[]) and not (gm.group_id = any($2::uuid[])) returning gm.group_id),
       come as (insert into group_members (group_id, user_id) select unnest($2::uuid[]), $1
         on conflict do nothing returning group_id)
     update groups set version = version + 1
     where id in (select group_id from gone union select group_id from come)`,
    [userId, ids, organizationIds],
  );
  return true;
}

/** Removes a person from the groups of all other organizations. */
export async function leaveGroups(tx: Queries, userId: string, stayingIn: readonly string[]): Promise<void> {
  await tx.query(
    `with gone as (delete from group_members gm using groups g where g.id = gm.group_id and gm.user_id = $1
         and not (g.organization_id = any($2::uuid[])) returning gm.group_id)
     update groups set version = version + 1 where id in (select group_id from gone)`,
    [userId, stayingIn],
  );
}
