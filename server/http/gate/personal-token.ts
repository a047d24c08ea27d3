import { createHash } from 'node:crypto';
import { grants } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Caller } from '../../base/caller.ts';
import { CALLER_COLUMNS } from './caller-columns.ts';
import { READING } from './reading.ts';

/** Prefix of personal access tokens: distinguishes them from session tokens, and lets secret scanners find them. */
export const TOKEN_PREFIX = 'groma_';
/** Milliseconds between updates of a token's last use. */
const NOTED_EVERY = 60_000;

export function isPersonalToken(token: string): boolean {
  return token.startsWith(TOKEN_PREFIX);
}

interface TokenRow extends Caller {
  expired: boolean;
  stale: boolean;
}

/** Throws 401 when it is unknown, revoked or expired, or its owner is no longer in the organization. */
export async function callerOfPersonalToken(db: Queries, token: string): Promise<Caller> {
  const [row] = await db.query<TokenRow>(
    `select ${CALLER_COLUMNS}, t.id as "sessionId", t.read_only as "readOnly", t.expires_at <= now() as expired,
       coalesce(t.last_used_at < now() - make_interval(secs => $2), true) as stale
     from personal_tokens t
       join users u on u.id = t.user_id and u.active and u.deleted_at is null
       join memberships m on m.user_id = u.id and m.organization_id = t.organization_id
       join roles r on r.role_id = m.role_id
       join organizations o on o.id = t.organization_id
     where t.hash = $1`,
    [createHash('sha256').update(token).digest(), NOTED_EVERY / 1000],
  );
  if (!row) throw new HttpError(401, 'auth.personal-token-unknown');
  const { expired, stale, readOnly, ...caller } = row;
  if (expired) throw new HttpError(401, 'auth.personal-token-expired');
  if (stale)
    await db.query('update personal_tokens set last_used_at = now() where id = $1', [caller.sessionId]);
  if (!readOnly) return { ...caller, personalToken: true };
  const authorizations = READING.filter((each) => grants(caller.authorizations, each));
  return { ...caller, authorizations, personalToken: true, readOnly };
}
