import type { BodyOf, createUser, User } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import { HttpError } from '../../base/http-error.ts';
import { refuseFurtherThanReached, refuseMoreThanHeld } from '../../shared/roles/holding.ts';
import { changeGroups, organizationsOf, setOrganizations } from './belonging.ts';

/** What the caller ($1) may see of a user; groups only of their own organizations. */
export const COLUMNS = `u.id, u.email, u.name, u.role_id as "roleId", u.blocked_layers as "blockedLayers", u.language, u.active,
  u.version, array(select m.organization_id from memberships m where m.user_id = u.id order by 1) as "organizationIds",
  array(select gm.group_id from group_members gm join groups g on g.id = gm.group_id
    join memberships m on m.organization_id = g.organization_id and m.user_id = $1
    where gm.user_id = u.id order by 1) as "groupIds"`;

/** People in an organization of the caller ($1). */
export const WITHIN_REACH = `u.deleted_at is null and exists (select 1 from memberships theirs join memberships mine
  on mine.organization_id = theirs.organization_id and mine.user_id = $1 where theirs.user_id = u.id)`;

export function subjectOf({ id, name }: User) {
  return { kind: 'user', id, name };
}

export async function findUser(db: Queries, caller: Caller, id: string): Promise<User> {
  const [user] = await db.query<User>(`select ${COLUMNS} from users u where ${WITHIN_REACH} and u.id = $2`, [
    caller.userId,
    id,
  ]);
  if (!user) throw new HttpError(404, 'http.not-found');
  return user;
}

/**
 * Creates a user within the caller's organizations, with a role and layers within the caller's rights.
 * Throws 403, 409 or 422 with the reason.
 */
export async function makeUser(
  tx: Queries,
  caller: Caller,
  given: Omit<BodyOf<typeof createUser>, 'password'>,
  hash: string | null,
): Promise<User> {
  await refuseRoleBeyond(tx, caller, given.roleId);
  const organizationIds = given.organizationIds ?? [caller.organizationId];
  const blockedLayers = given.blockedLayers ?? [];
  const own = await organizationsOf(tx, caller.userId);
  if (organizationIds.some((id) => !own.includes(id))) throw new HttpError(422, 'users.no-such-organization');
  refuseFurtherThanReached(caller, own, { blockedLayers, organizationIds });
  const { email, name, roleId, language, active } = given;
  const [made] = await tx
    .query<{ id: string }>(
      `insert into users (email, name, password_hash, role_id, blocked_layers, language, active)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [email, name, hash, roleId, blockedLayers, language ?? null, active ?? true],
    )
    .catch(refuseSameEmail);
  await setOrganizations(tx, made!.id, organizationIds);
  if (given.groupIds) await changeGroups(tx, own, { id: made!.id, organizationIds }, given.groupIds);
  const user = await findUser(tx, caller, made!.id);
  const detail = { email, roleId, blockedLayers };
  await audit(tx, { kind: 'user.created', actor: caller, subject: subjectOf(user), detail });
  return user;
}

export async function refuseRoleBeyond(tx: Queries, caller: Caller, roleId: string): Promise<void> {
  const [role] = await tx.query<{ authorizations: string[] }>(
    'select authorizations from roles where role_id = $1',
    [roleId],
  );
  if (!role) throw new HttpError(422, 'users.no-such-role');
  refuseMoreThanHeld(caller, role.authorizations);
}

export function refuseSameEmail(thrown: unknown): never {
  if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new HttpError(409, 'users.same-email');
  throw thrown;
}
