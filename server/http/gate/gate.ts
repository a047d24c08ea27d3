import type { FastifyRequest } from 'fastify';
import { callerOfPersonalToken, isPersonalToken } from './personal-token.ts';
import { errors, jwtVerify } from 'jose';
import { callerOfLink, isLinkToken } from './link-token.ts';
import { grants, needsSession, type Authorization, type CallSpec, type SessionClaims } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Caller } from '../../base/caller.ts';
import { isUuid } from '../../base/uuid.ts';
import { CALLER_COLUMNS } from './caller-columns.ts';
import { rememberedCaller } from './caller-cache.ts';
import { READING } from './reading.ts';

/**
 * Authenticates a request: verifies the token, and reads the person's rights from the database for every request, so
 * that changed roles, blocked layers and ended sessions take effect at once.
 * Throws 401 (no token, forged, session ended, personal token unknown or expired) or 406 (session token expired).
 */
export async function authenticate(db: Queries, key: Uint8Array, request: FastifyRequest): Promise<Caller> {
  const token = tokenOf(request);
  if (!token) throw new HttpError(401, 'auth.token-missing');
  if (isLinkToken(token)) return callerOfLink(db, token);
  if (isPersonalToken(token)) return callerOfPersonalToken(db, token);
  const claims = await verified(key, token);
  const { sessionId, userId, organizationId } = claims;
  const caller = await rememberedCaller(db, `${sessionId} ${userId} ${organizationId}`, () =>
    read(db, claims),
  );
  if (!caller) throw new HttpError(401, 'auth.session-ended');
  return caller;
}

async function read(db: Queries, claims: SessionClaims): Promise<Caller | undefined> {
  const [row] = await db.query<Caller>(
    `select ${CALLER_COLUMNS}, s.id as "sessionId"
     from sessions s
       join users u on u.id = s.user_id and u.active and u.deleted_at is null
       join memberships m on m.user_id = u.id
       join roles r on r.role_id = m.role_id
       join organizations o on o.id = m.organization_id
     where s.id = $1 and s.ended_at is null and u.id = $2 and o.id = $3`,
    [claims.sessionId, claims.userId, claims.organizationId],
  );
  return row;
}

/** Throws 403 naming the authorization that the caller's role lacks. */
export function authorize(caller: Caller, needed: Authorization | 'signed-in' | 'public'): void {
  if (needed === 'signed-in' || needed === 'public' || grants(caller.authorizations, needed)) return;
  if (caller.readOnly && !READING.includes(needed)) throw new HttpError(403, 'auth.token-reads');
  throw new HttpError(403, 'auth.not-allowed', { authorization: needed });
}

/** Throws 403 for a personal access token where a session is needed: it opens data, not the account or rights. */
export function refusePersonalToken(caller: Caller, call: CallSpec): void {
  if (caller.personalToken && needsSession(call)) throw new HttpError(403, 'auth.session-needed');
  const changesOwn = call.authorization === 'signed-in' && call.method !== 'GET' && call.method !== 'HEAD';
  if (caller.readOnly && changesOwn) throw new HttpError(403, 'auth.token-reads');
}

/** Throws 403 for the token of a link where it opens nothing. */
export function refuseLink(caller: Caller, call?: CallSpec): void {
  if (caller.linkedCloud !== undefined && !call?.link) throw new HttpError(403, 'auth.link-only');
}

/**
 * The header `jwt`; for other programs `Authorization: Bearer`, or `Basic` with a personal access token as password
 * (a person's own password is for the login only). Credentials that browsers send automatically, such as cookies, are
 * not accepted, which excludes cross-site request forgery.
 */
function tokenOf(request: FastifyRequest): string | undefined {
  const { jwt, authorization } = request.headers;
  if (typeof jwt === 'string' && jwt !== '') return jwt;
  const [, scheme, credentials = ''] = /^(bearer|basic) +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return credentials;
  if (scheme === undefined) return undefined;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  if (password === undefined || !isPersonalToken(password))
    throw new HttpError(401, 'auth.basic-needs-token');
  return password;
}

async function verified(key: Uint8Array, token: string): Promise<SessionClaims> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] });
    const { sessionId, userId, organizationId } = payload as Record<string, unknown>;
    if (![sessionId, userId, organizationId].every(isUuid)) throw new HttpError(401, 'auth.token-forged');
    return payload as unknown as SessionClaims;
  } catch (thrown) {
    if (thrown instanceof errors.JWTExpired) throw new HttpError(406, 'auth.token-expired');
    throw new HttpError(401, 'auth.token-forged');
  }
}
