import type { Queries } from '../../platform/db/database.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { publicUrl } from '../../http/public-url.ts';
import { hashOfToken, randomToken } from './sessions.ts';

/** How long a link is valid. */
export const LINK_MINUTES = 60;

/**
 * Creates a one-time link to set a password, for people who have forgotten theirs or have none yet. Earlier links
 * become invalid.
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
  // After the #: browsers do not send it, so that it is in no server's log.
  return `${publicUrl(config)}/password-recovery#${token}`;
}
