import type { FastifyRequest } from 'fastify';
import { changePassword, login, loginByToken, logout, me, refreshToken } from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { checkCurrentPassword } from '../../shared/auth/current-password.ts';
import { everyTypeBlocked } from '../../shared/access/scope.ts';
import { countGuess } from '../../shared/auth/guesses.ts';
import { refuseCommonPasswordOf } from '../../shared/auth/common-passwords.ts';
import { hashPassword, passwordFits } from '../../shared/auth/passwords.ts';
import { routes as personalTokens } from './personal-tokens.ts';
import { routes as deviceKeys } from './device-key.ts';
import { farewellTo, routes as oidc } from './oidc/routes.ts';
import { routes as recovery } from './recovery.ts';
import { enter, enterWithin, noteRefused } from '../../shared/auth/enter.ts';
import {
  endSession,
  endSessionsOf,
  refreshSession,
  revokeTokensOf,
  useLoginToken,
} from '../../shared/auth/sessions.ts';
import { routes as signOn, userOfForeignToken } from './sign-on/routes.ts';

/** Identifies a client: address and user agent. */
function clientOf(request: FastifyRequest): string {
  return `${request.ip} ${request.headers['user-agent'] ?? ''}`;
}

export const routes: Route[] = [
  route(login, async ({ body, services, request }) => {
    const { db } = services;
    const known = await countGuess(db, { kind: 'password', address: request.ip, account: body.email });
    const [person] = await db.query<{ id: string; hash: string | null }>(
      `select id, password_hash as hash from users where lower(email) = lower($1) and active and deleted_at is null`,
      [body.email.trim()],
    );
    if (!(await passwordFits(person?.hash, body.password))) {
      await noteRefused(db, { email: body.email, userId: person?.id }, 'password', request.ip);
      throw new HttpError(401, 'auth.wrong-password');
    }
    await known();
    return enter(services, person!.id, { way: 'password' }, request.ip);
  }),

  route(loginByToken, async ({ body, services, request }) => {
    const known = await countGuess(services.db, { kind: 'token', address: request.ip });
    const token = body.loginToken;
    const result = await services.db.transaction(async (tx) => {
      const used = await useLoginToken(tx, token);
      return used && enterWithin(tx, services, used.userId, used.entered, request.ip);
    });
    const foreign = result ? undefined : await userOfForeignToken(services, token);
    if (!result && !foreign) throw new HttpError(401, 'auth.login-token-unknown');
    await known();
    return result ?? enter(services, foreign!, { way: 'sign-on' }, request.ip);
  }),

  route(refreshToken, async ({ body, services, request }) => {
    const result = await services.db.transaction((tx) =>
      refreshSession(tx, services.signing, body.refreshToken, clientOf(request), request.ip),
    );
    if (result instanceof HttpError) throw result;
    return result;
  }),

  route(logout, async ({ caller, services, request }) => {
    const entered = await services.db.transaction(async (tx) => {
      await audit(tx, { kind: 'session.signed-out', actor: caller, address: request.ip });
      return endSession(tx, caller.sessionId);
    });
    const continueAt = await farewellTo(services, entered);
    return continueAt === undefined ? undefined : { continueAt };
  }),

  route(changePassword, async ({ body, caller, services, request }) => {
    await checkCurrentPassword(services.db, caller, body.current, request.ip);
    await refuseCommonPasswordOf(services.db, body.next, caller.userId);
    const hash = await hashPassword(body.next);
    await services.db.transaction(async (tx) => {
      await tx.query('update users set password_hash = $2 where id = $1', [caller.userId, hash]);
      await endSessionsOf(tx, caller.userId, caller.sessionId);
      await revokeTokensOf(tx, caller.userId);
      await audit(tx, { kind: 'password.changed', actor: caller, address: request.ip });
    });
    return undefined;
  }),

  route(me, async ({ caller, services }) => ({
    userId: caller.userId,
    email: caller.email,
    name: caller.name,
    language: caller.language,
    roleId: caller.roleId,
    roleName: caller.roleName,
    superAdministrator: caller.superAdministrator,
    authorizations: [...caller.authorizations],
    blockedLayers: [...caller.blockedLayers],
    everyTypeBlocked: await everyTypeBlocked(services.db, caller),
    organizationId: caller.organizationId,
    organizationName: caller.organizationName,
  })),

  ...signOn,
  ...oidc,
  ...recovery,
  ...personalTokens,
  ...deviceKeys,
];
