import { HttpError } from '../../base/http-error.ts';
import { seal, unseal } from '../../base/sealed.ts';
import type { Database } from '../db/database.ts';

const PURPOSE = 'webhook secrets';

/** The secret of a webhook as the database keeps it. */
export function sealSecret(key: Uint8Array, secret: string): Promise<string> {
  return seal(key, PURPOSE, { secret });
}

/** Throws 409 when the signing key has been replaced since. */
export async function unsealSecret(key: Uint8Array, sealed: string): Promise<string> {
  const found = await unseal<{ secret: string }>(key, PURPOSE, sealed);
  if (!found) throw new HttpError(409, 'webhooks.secret-unreadable');
  return found.secret;
}

/** Seals the secrets that versions before 0650-sealed-webhook-secrets.sql have kept as text. */
export async function sealOldSecrets(db: Database, key: Uint8Array): Promise<void> {
  const rows = await db.query<{ id: string; secret: string }>(
    'select id, secret from webhooks where secret is not null',
  );
  for (const { id, secret } of rows)
    await db.query('update webhooks set sealed_secret = $3, secret = null where id = $1 and secret = $2', [
      id,
      secret,
      await sealSecret(key, secret),
    ]);
}
