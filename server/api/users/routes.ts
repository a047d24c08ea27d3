import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  updateUser,
  type BodyOf,
  type User,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit, changes } from '../../platform/audit/audit.ts';
import { checkCurrentPassword } from '../../shared/auth/current-password.ts';
import { refuseCommonPasswordOf } from '../../shared/auth/common-passwords.ts';
import { deviceKeyName } from '../../shared/auth/device-key-name.ts';
import { hashPassword } from '../../shared/auth/passwords.ts';
import { endSessionsOf, revokeTokensOf } from '../../shared/auth/sessions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { leaveGroups } from '../groups/members.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { listClauses, listed } from '../../http/list.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import { lockRights, refuseMoreThanSeen, refuseNoAdministrator } from '../../shared/roles/holding.ts';
import { heldBy, organizationsIn, organizationsWith } from '../../shared/roles/reach.ts';
import { assigned } from './assign.ts';
import { changeGroups, membershipsOf, setMemberships } from './belonging.ts';
import { invite } from './invite.ts';
import {
  COLUMNS,
  findUser,
  makeUser,
  refuseAccountBeyond,
  refuseSameEmail,
  refuseSuperAdministrator,
  subjectOf,
  WITHIN_REACH,
} from './user.ts';

/** Fields recorded in the audit trail. */
const AUDITED = [
  'email',
  'name',
  'roleId',
  'organizationIds',
  'groupIds',
  'blockedLayers',
  'active',
  'superAdministrator',
] as const;

export const routes: Route[] = [
  route(listUsers, async ({ query, caller, services, reply }) => {
    return listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId, caller.organizationId];
      const columns = { name: 'lower(u.name)', email: 'lower(u.email)', active: 'u.active' };
      const of = { columns, searched: ['u.name', 'u.email'], defaultOrder: 'lower(u.name)', unique: 'u.id' };
      const { where, tail } = listClauses(pageQuery, of, params);
      const group = pageQuery.group === undefined ? 'true' : inGroup(params.push(pageQuery.group));
      return services.db.query<User & { total: number }>(
        `select ${COLUMNS}, count(*) over () as total from users u where ${WITHIN_REACH} and ${group} and ${where} ${tail}`,
        params,
      );
    });
  }),

  route(getUser, async ({ params, caller, services, reply }) => {
    const user = await findUser(services.db, caller, params.id);
    tagVersion(reply, user.version);
    return user;
  }),

  route(createUser, async ({ body, caller, services, reply }) => {
    const hash = body.password === undefined ? null : await hashPassword(body.password);
    const user = await services.db.transaction(async (tx) => {
      const made = await makeUser(tx, caller, body, hash);
      if (hash === null) await invite(tx, services, caller, made);
      return made;
    });
    void reply.code(201);
    tagVersion(reply, user.version);
    return user;
  }),

  route(updateUser, async ({ params, body, caller, ifMatch, services, request, reply }) => {
    // Whoever finds an unlocked screen could take the account over with another e-mail or password.
    const email = body.email ?? caller.email;
    if (params.id === caller.userId && (body.password !== undefined || email !== caller.email)) {
      if (!body.currentPassword) throw new HttpError(403, 'users.current-password-needed');
      await checkCurrentPassword(services.db, caller, body.currentPassword, request.ip);
    }
    const hash = body.password === undefined ? null : await hashPassword(body.password);
    const user = await services.db.transaction(async (tx) => {
      const administered = await lockRights(tx);
      const before = await take(tx, caller, params.id, ifMatch);
      const held = await heldBy(tx, caller);
      const memberships = await membershipsOf(tx, params.id);
      const superAdministrator = body.superAdministrator ?? before.superAdministrator;
      if (before.superAdministrator || superAdministrator) refuseSuperAdministrator(caller);
      if (changesAccount(caller, before, body)) refuseAccountBeyond(held, memberships);
      refuseMoreThanSeen(caller, before.blockedLayers);
      refuseMoreThanSeen(caller, body.blockedLayers ?? before.blockedLayers);
      await setMemberships(tx, params.id, await assigned(tx, held, memberships, body));
      await tx
        .query(
          `update users set email = coalesce($2, email), name = coalesce($3, name), super_administrator = $4,
             blocked_layers = coalesce($5, blocked_layers), language = case when $6 then $7 else language end,
             active = coalesce($8, active), password_hash = coalesce($9, password_hash), version = version + 1
           where id = $1`,
          [
            params.id,
            body.email ?? null,
            body.name ?? null,
            superAdministrator,
            body.blockedLayers ?? null,
            body.language !== undefined,
            body.language ?? null,
            body.active ?? null,
            hash,
          ],
        )
        .catch(refuseSameEmail);
      await refuseNoAdministrator(tx, administered);
      if (body.password !== undefined) await refuseCommonPasswordOf(tx, body.password, params.id);
      const own = organizationsIn(held, 'admin.users');
      if (body.groupIds) await changeGroups(tx, own, await findUser(tx, caller, params.id), body.groupIds);
      const after = await findUser(tx, caller, params.id);
      const detail = {
        changed: changes(before, after, after.roleIds.length > 1 ? [...AUDITED, 'roleIds'] : AUDITED),
        ...(hash !== null && { password: 'changed' }),
      };
      await audit(tx, { kind: 'user.changed', actor: caller, subject: subjectOf(after), detail });
      const ends =
        hash !== null || changes(before, after, ['roleIds']).roleIds !== undefined || !after.active;
      if (ends) await endSessionsOf(tx, params.id, params.id === caller.userId ? caller.sessionId : null);
      if (hash !== null) await revokeTokensOf(tx, params.id);
      await services.events.announce(
        tx,
        'session',
        { userId: params.id },
        { reason: ends && params.id !== caller.userId ? 'ended' : 'rights-changed' },
      );
      return after;
    });
    tagVersion(reply, user.version);
    return user;
  }),

  route(deleteUser, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const administered = await lockRights(tx);
      const before = await take(tx, caller, params.id, ifMatch);
      if (before.superAdministrator) refuseSuperAdministrator(caller);
      refuseAccountBeyond(await heldBy(tx, caller), await membershipsOf(tx, params.id));
      refuseMoreThanSeen(caller, before.blockedLayers);
      await tx.query(
        `update users set deleted_at = now(), active = false, password_hash = null, version = version + 1 where id = $1`,
        [params.id],
      );
      await refuseNoAdministrator(tx, administered);
      await leaveGroups(tx, params.id, []);
      await audit(tx, {
        kind: 'user.deleted',
        actor: caller,
        subject: subjectOf(before),
        detail: { email: before.email },
      });
      await tx.query('delete from settings where name = $1', [deviceKeyName(params.id)]);
      await endSessionsOf(tx, params.id);
      await services.events.announce(tx, 'session', { userId: params.id }, { reason: 'ended' });
    });
    return undefined;
  }),
];

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<User> {
  await tx.query('select 1 from users where id = $1 for update', [id]);
  const user = await findUser(tx, caller, id);
  if (user.version !== version) throw stale(user, user.version);
  return user;
}

function inGroup(parameter: number): string {
  return `exists (select 1 from group_members gm join groups g on g.id = gm.group_id and g.id = $${parameter}
    where gm.user_id = u.id and g.organization_id in ${organizationsWith('$1', 'admin.users')})`;
}

/** People may change their own account, except what was hidden from them. */
function changesAccount(caller: Caller, before: User, body: BodyOf<typeof updateUser>): boolean {
  const after = { ...before, ...body };
  const own = caller.userId === before.id;
  const fields = own
    ? (['blockedLayers', 'active'] as const)
    : (['email', 'name', 'blockedLayers', 'language', 'active'] as const);
  return Object.keys(changes(before, after, fields)).length > 0 || (body.password !== undefined && !own);
}
