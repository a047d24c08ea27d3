import { createHash } from 'node:crypto';

/** A short key for any JSON value, however long. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
