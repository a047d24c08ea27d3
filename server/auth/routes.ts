import type { FastifyRequest } from 'fastify';
import { changePassword, login, loginByToken, logout, me, refreshToken } from '#core/protocol';
import { route, type Route, type Services } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import { Attempts } from './attempts.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { beginSession, endSession, endSessionsOf, refreshSession, useLoginToken } from './sessions.ts';

/** Guesses are counted per server process. */
const attemptsOf = new WeakMap<Services, Attempts>();

function attempts(services: Services): Attempts {
  const known = attemptsOf.get(services) ?? new Attempts();
  attemptsOf.set(services, known);
  return known;
}

/** What tells one client from another: its address and the program it says it is. */
function clientOf(request: FastifyRequest): string {
  return `${request.ip} ${request.headers['user-agent'] ?? ''}`;
}

export const routes: Route[] = [
  route(login, async ({ body, services, request }) => {
    const succeeded = attempts(services).begin(request.ip, body.email);
    const [person] = await services.db.query<{ id: string; hash: string | null }>(
      `select id, password_hash as hash from users where lower(email) = lower($1) and active and deleted_at is null`,
      [body.email.trim()],
    );
    if (!(await passwordFits(person?.hash, body.password))) throw new Refusal(401, 'auth.wrong-password');
    succeeded();
    return services.db.transaction((tx) => beginSession(tx, services.signing, person!.id));
  }),

  route(loginByToken, async ({ body, services, request }) => {
    const succeeded = attempts(services).begin(request.ip, 'login token');
    const result = await services.db.transaction(async (tx) => {
      const userId = await useLoginToken(tx, body.loginToken);
      if (!userId) throw new Refusal(401, 'auth.login-token-unknown');
      return beginSession(tx, services.signing, userId);
    });
    succeeded();
    return result;
  }),

  route(refreshToken, async ({ body, services, request }) => {
    const result = await services.db.transaction((tx) =>
      refreshSession(tx, services.signing, body.refreshToken, clientOf(request)),
    );
    if (result instanceof Refusal) throw result;
    return result;
  }),

  route(logout, async ({ caller, services }) => {
    await endSession(services.db, caller.sessionId);
    return undefined;
  }),

  route(changePassword, async ({ body, caller, services, request }) => {
    const succeeded = attempts(services).begin(request.ip, caller.email);
    const [person] = await services.db.query<{ hash: string | null }>(
      'select password_hash as hash from users where id = $1',
      [caller.userId],
    );
    if (!(await passwordFits(person?.hash, body.current)))
      throw new Refusal(403, 'auth.wrong-current-password');
    succeeded();
    const hash = await hashPassword(body.next);
    await services.db.transaction(async (tx) => {
      await tx.query('update users set password_hash = $2 where id = $1', [caller.userId, hash]);
      await endSessionsOf(tx, caller.userId, caller.sessionId);
    });
    return undefined;
  }),

  route(me, async ({ caller }) => ({
    userId: caller.userId,
    email: caller.email,
    name: caller.name,
    language: caller.language,
    roleId: caller.roleId,
    roleName: caller.roleName,
    authorizations: [...caller.authorizations],
    blockedLayers: [...caller.blockedLayers],
    organizationId: caller.organizationId,
    organizationName: caller.organizationName,
  })),
];
