import { createUser, deleteUser, getUser, listUsers, updateUser, type User } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit, changes } from '../../platform/audit/audit.ts';
import { checkCurrentPassword } from '../../shared/auth/current-password.ts';
import { hashPassword } from '../../shared/auth/passwords.ts';
import { endSessionsOf, revokeTokensOf } from '../../shared/auth/sessions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { leaveGroups } from '../groups/members.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { listClauses, listed } from '../../http/list.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import { lockRights, refuseFurtherThanReached, refuseNoAdministrator } from '../../shared/roles/holding.ts';
import { changeGroups, changeOrganizations, organizationsOf } from './belonging.ts';
import { invite } from './invite.ts';
import {
  COLUMNS,
  findUser,
  makeUser,
  refuseRoleBeyond,
  refuseSameEmail,
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
] as const;

export const routes: Route[] = [
  route(listUsers, async ({ query, caller, services, reply }) => {
    return listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId];
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
      await lockRights(tx);
      const before = await take(tx, caller, params.id, ifMatch);
      // Users with more rights than the caller cannot be changed: a new password would give access to their rights.
      await refuseRoleBeyond(tx, caller, before.roleId);
      const own = await organizationsOf(tx, caller.userId);
      refuseFurtherThanReached(caller, own, before);
      refuseFurtherThanReached(caller, own, {
        ...before,
        blockedLayers: body.blockedLayers ?? before.blockedLayers,
      });
      if (body.roleId !== undefined && body.roleId !== before.roleId)
        await refuseRoleBeyond(tx, caller, body.roleId);
      if (body.organizationIds) await changeOrganizations(tx, own, before, body.organizationIds);
      await tx
        .query(
          `update users set email = coalesce($2, email), name = coalesce($3, name), role_id = coalesce($4, role_id),
             blocked_layers = coalesce($5, blocked_layers), language = case when $6 then $7 else language end,
             active = coalesce($8, active), password_hash = coalesce($9, password_hash), version = version + 1
           where id = $1`,
          [
            params.id,
            body.email ?? null,
            body.name ?? null,
            body.roleId ?? null,
            body.blockedLayers ?? null,
            body.language !== undefined,
            body.language ?? null,
            body.active ?? null,
            hash,
          ],
        )
        .catch(refuseSameEmail);
      await refuseNoAdministrator(tx);
      if (body.groupIds) await changeGroups(tx, own, await findUser(tx, caller, params.id), body.groupIds);
      const after = await findUser(tx, caller, params.id);
      const detail = {
        changed: changes(before, after, AUDITED),
        ...(hash !== null && { password: 'changed' }),
      };
      await audit(tx, { kind: 'user.changed', actor: caller, subject: subjectOf(after), detail });
      const ends = hash !== null || after.roleId !== before.roleId || !after.active;
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
      await lockRights(tx);
      const before = await take(tx, caller, params.id, ifMatch);
      await refuseRoleBeyond(tx, caller, before.roleId);
      refuseFurtherThanReached(caller, await organizationsOf(tx, caller.userId), before);
      await tx.query(
        `update users set deleted_at = now(), active = false, password_hash = null, version = version + 1 where id = $1`,
        [params.id],
      );
      await refuseNoAdministrator(tx);
      await leaveGroups(tx, params.id, []);
      await audit(tx, {
        kind: 'user.deleted',
        actor: caller,
        subject: subjectOf(before),
        detail: { email: before.email },
      });
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
    join memberships m on m.organization_id = g.organization_id and m.user_id = $1 where gm.user_id = u.id)`;
}
