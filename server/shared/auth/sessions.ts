import { createHash, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { LoginResult } from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Signing } from '../../platform/services/services.ts';
import { forgetOldGuesses } from './guesses.ts';

/** How long a refresh token may stay unused. */
const REFRESH_DAYS = 30;
/** A session ends this long after the sign-in, however often it was used. */
const SESSION_DAYS = 90;
/**
 * A refresh token used a second time within this many seconds, by the same client, while none of its successors has
 * been used: the response was lost, or two tabs refreshed together. Anything else is theft, and ends the session.
 */
const RETRY_SECONDS = 10;

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a person signed in. */
export interface Entered {
  way: 'password' | 'link' | 'sign-on' | 'oidc';
  /** For OpenID Connect: the provider, and the ID token that it needs at sign-out. */
  provider?: string;
  idToken?: string;
}

/** Starts a session: one token for each organization of the person, and the first refresh token. */
export async function beginSession(
  tx: Queries,
  signing: Signing,
  userId: string,
  entered: Partial<Entered> = {},
): Promise<LoginResult> {
  const [session] = await tx.query<{ id: string }>(
    'insert into sessions (user_id, entered) values ($1, $2) returning id',
    [userId, JSON.stringify(entered)],
  );
  return issue(tx, signing, userId, session!.id, null);
}

/**
 * Exchanges a refresh token. Resolves to an HttpError instead of throwing it, so that the caller's transaction, which
 * may have ended the session, is committed.
 */
export async function refreshSession(
  tx: Queries,
  signing: Signing,
  token: string,
  client: string,
  address: string,
): Promise<LoginResult | HttpError> {
  const hash = hashOfToken(token);
  const [row] = await tx.query<{
    sessionId: string;
    userId: string;
    expired: boolean;
    used: boolean;
    retry: boolean;
  }>(
    `select t.session_id as "sessionId", s.user_id as "userId", t.expires_at < now() or s.created_at < now() - make_interval(days => $4) as expired,
       t.used_at is not null as used,
       coalesce(t.used_at > now() - make_interval(secs => $2) and t.used_by = $3
         and not exists (select 1 from refresh_tokens c where c.parent = t.hash and c.used_at is not null), false) as retry
     from refresh_tokens t
       join sessions s on s.id = t.session_id and s.ended_at is null
       join users u on u.id = s.user_id and u.active and u.deleted_at is null
     where t.hash = $1 for update of t`,
    [hash, RETRY_SECONDS, hashOfToken(client), SESSION_DAYS],
  );
  if (!row || row.expired) return new HttpError(401, 'auth.refresh-unknown');
  if (row.used && !row.retry) {
    await endSession(tx, row.sessionId);
    await audit(tx, { kind: 'session.reused', actor: { userId: row.userId }, address });
    return new HttpError(401, 'auth.refresh-reused');
  }
  await tx.query(
    'update refresh_tokens set used_at = coalesce(used_at, now()), used_by = $2 where hash = $1',
    [hash, hashOfToken(client)],
  );
  return issue(tx, signing, row.userId, row.sessionId, hash);
}

/** Resolves to how the session was started. */
export async function endSession(tx: Queries, sessionId: string): Promise<Partial<Entered>> {
  const [session] = await tx.query<{ entered: Partial<Entered> }>(
    'update sessions set ended_at = now() where id = $1 and ended_at is null returning entered',
    [sessionId],
  );
  return session?.entered ?? {};
}

/** Ends all sessions of a person, except `except`. */
export async function endSessionsOf(
  tx: Queries,
  userId: string,
  except: string | null = null,
): Promise<void> {
  await tx.query(
    'update sessions set ended_at = now() where user_id = $1 and ended_at is null and ($2::uuid is null or id <> $2)',
    [userId, except],
  );
}

/** Revokes the personal access tokens of a person: whoever had the old password may have made one. */
export async function revokeTokensOf(tx: Queries, userId: string): Promise<void> {
  await tx.query('delete from personal_tokens where user_id = $1', [userId]);
}

/** A one-time token for `/auth/{loginToken}`. */
export async function createLoginToken(
  tx: Queries,
  userId: string,
  minutes: number,
  entered: Entered = { way: 'link' },
): Promise<string> {
  const token = randomToken();
  await tx.query(
    `insert into login_tokens (hash, user_id, expires_at, entered)
     values ($1, $2, now() + make_interval(mins => $3), $4)`,
    [hashOfToken(token), userId, minutes, JSON.stringify(entered)],
  );
  return token;
}

/** The person a one-time token was created for, or undefined; the token is invalid from now on. */
export async function useLoginToken(
  tx: Queries,
  token: string,
): Promise<{ userId: string; entered: Entered } | undefined> {
  const [row] = await tx.query<{ userId: string; entered: Entered }>(
    `update login_tokens t set used_at = now() from users u
     where t.hash = $1 and t.used_at is null and t.expires_at > now()
       and u.id = t.user_id and u.active and u.deleted_at is null
     returning t.user_id as "userId", t.entered`,
    [hashOfToken(token)],
  );
  return row;
}

/** Deletes expired tokens; called from time to time. */
export async function forgetOldTokens(db: Queries): Promise<void> {
  await db.query(`delete from refresh_tokens where expires_at < now()`);
  await db.query(`delete from login_tokens where expires_at < now() - interval '7 days'`);
  await db.query(`delete from recovery_tokens where expires_at < now() - interval '7 days'`);
  await db.query(`delete from recovery_requests where at < now() - interval '1 hour'`);
  await db.query(`delete from personal_tokens where expires_at < now() - interval '90 days'`);
  await forgetOldGuesses(db);
  await db.query(
    `delete from sessions s where coalesce(s.ended_at, s.created_at) < now() - interval '1 day'
       and (s.ended_at is not null or not exists (select 1 from refresh_tokens t where t.session_id = s.id))`,
  );
}

async function issue(
  tx: Queries,
  signing: Signing,
  userId: string,
  sessionId: string,
  parent: Buffer | null,
): Promise<LoginResult> {
  const organizations = await tx.query<{ id: string; name: string; roleId: string }>(
    `select o.id, o.name, m.role_id as "roleId" from memberships m
       join organizations o on o.id = m.organization_id
     where m.user_id = $1 order by o.name, o.id`,
    [userId],
  );
  const refreshToken = randomToken();
  await tx.query(
    `insert into refresh_tokens (hash, session_id, expires_at, parent)
     values ($1, $2, now() + make_interval(days => $3), $4)`,
    [hashOfToken(refreshToken), sessionId, REFRESH_DAYS, parent],
  );
  const tokens = await Promise.all(
    organizations.map(async ({ id, name, roleId }) => ({
      token: await new SignJWT({ roleId, userId, organizationId: id, sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + signing.tokenSeconds)
        .sign(signing.key),
      organizationName: name,
    })),
  );
  return { tokens, refreshToken, userId };
}
