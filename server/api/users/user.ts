import type { BodyOf, createUser, User } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import { refuseCommonPasswordOf } from '../../shared/auth/common-passwords.ts';
import { HttpError } from '../../base/http-error.ts';
import { refuseMoreThanHeld, refuseMoreThanSeen } from '../../shared/roles/holding.ts';
import { heldBy, organizationsIn, organizationsWith, type Held } from '../../shared/roles/reach.ts';
import { assigned } from './assign.ts';
import { changeGroups, setMemberships, type Memberships } from './belonging.ts';

/** The organizations in which the caller ($1) administers people. */
const OWN = organizationsWith('$1', 'admin.users');

/**
 * What the caller ($1) may see of a user; roles and groups only of the organizations that they administer. The role is
 * that in the token's organization ($2), or else in another.
 */
export const COLUMNS = `u.id, u.email, u.name, u.blocked_layers as "blockedLayers", u.language, u.active, u.version,
  u.super_administrator as "superAdministrator",
  (select m.role_id from memberships m where m.user_id = u.id and m.organization_id in ${OWN}
    order by m.organization_id <> $2, m.organization_id limit 1) as "roleId",
  array(select m.role_id from memberships m where m.user_id = u.id and m.organization_id in ${OWN}
    order by m.organization_id) as "roleIds",
  array(select m.organization_id from memberships m where m.user_id = u.id order by 1) as "organizationIds",
  array(select gm.group_id from group_members gm join groups g on g.id = gm.group_id
    where gm.user_id = u.id and g.organization_id in ${OWN} order by 1) as "groupIds"`;

/** People in an organization that the caller ($1) administers. */
export const WITHIN_REACH = `u.deleted_at is null and exists (select 1 from memberships theirs
  where theirs.user_id = u.id and theirs.organization_id in ${OWN})`;

export function subjectOf({ id, name }: User) {
  return { kind: 'user', id, name };
}

export async function findUser(db: Queries, caller: Caller, id: string): Promise<User> {
  const [user] = await db.query<User>(`select ${COLUMNS} from users u where ${WITHIN_REACH} and u.id = $3`, [
    caller.userId,
    caller.organizationId,
    id,
  ]);
  if (!user) throw new HttpError(404, 'http.not-found');
  return user;
}

/**
 * Creates a user within organizations that the caller administers, with roles and layers within the caller's rights.
 * Throws 403, 409 or 422 with the reason.
 */
export async function makeUser(
  tx: Queries,
  caller: Caller,
  given: BodyOf<typeof createUser>,
  hash: string | null,
): Promise<User> {
  const held = await heldBy(tx, caller);
  const memberships = await assigned(tx, held, new Map(), given);
  const blockedLayers = given.blockedLayers ?? [];
  refuseMoreThanSeen(caller, blockedLayers);
  const { email, name, roleId, language, active, superAdministrator = false } = given;
  if (superAdministrator) refuseSuperAdministrator(caller);
  const [made] = await tx
    .query<{ id: string }>(
      `insert into users (email, name, password_hash, blocked_layers, language, active, super_administrator)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [email, name, hash, blockedLayers, language ?? null, active ?? true, superAdministrator],
    )
    .catch(refuseSameEmail);
  await setMemberships(tx, made!.id, memberships);
  if (given.password !== undefined) await refuseCommonPasswordOf(tx, given.password, made!.id);
  const organizationIds = [...memberships.keys()];
  const own = organizationsIn(held, 'admin.users');
  if (given.groupIds) await changeGroups(tx, own, { id: made!.id, organizationIds }, given.groupIds);
  const user = await findUser(tx, caller, made!.id);
  const detail = { email, roleId, blockedLayers };
  await audit(tx, { kind: 'user.created', actor: caller, subject: subjectOf(user), detail });
  return user;
}

/**
 * The account of a person opens all their organizations: only who administers each of them, with at least that person's
 * rights, may change its e-mail, password or state.
 * Throws 403 with the reason.
 */
export function refuseAccountBeyond(held: Held, memberships: Memberships): void {
  const own = organizationsIn(held, 'admin.users');
  for (const [id, { authorizations }] of memberships) {
    if (!own.includes(id)) throw new HttpError(403, 'users.reaches-further');
    refuseMoreThanHeld(held.get(id)!, authorizations);
  }
}

/** Throws 403 unless the caller is a super administrator. */
export function refuseSuperAdministrator(caller: Caller): void {
  if (!caller.superAdministrator) throw new HttpError(403, 'users.super-administrator');
}

export function refuseSameEmail(thrown: unknown): never {
  if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new HttpError(409, 'users.same-email');
  throw thrown;
}
