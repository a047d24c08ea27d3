import type { Queries } from '../../platform/db/database.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { publicUrl } from '../../http/public-url.ts';
import { hashOfToken, randomToken } from './sessions.ts';

/** How long a link is good for. */
export const LINK_MINUTES = 60;

/**
 * Makes the link with which a person sets a password once: for who has forgotten theirs, or has none yet. Ones made
 * before are worth nothing from now on.
 */
export async function createRecoveryLink(
  tx: Queries,
  config: ServerConfig,
  userId: string,
  minutes = LINK_MINUTES,
): Promise<string> {
  const token = randomToken();
  await tx.query('delete from recovery_tokens where user_id = $1 and used_at is null', [userId]);
  await tx.query(
    'insert into recovery_tokens (hash, user_id, expires_at) values ($1, $2, now() + make_interval(mins => $3))',
    [hashOfToken(token), userId, minutes],
  );
  // Behind the #: a browser keeps it to itself, so that it stands in no server's log.
  return `${publicUrl(config)}/password-recovery#${token}`;
}
