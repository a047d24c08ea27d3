import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';

/**
 * Encrypts a record (A256GCM) with a key derived from the signing key for one purpose, so that every server on the same
 * database can read it. `seconds`: its lifetime; default: no limit.
 */
export async function seal(
  signingKey: Uint8Array,
  purpose: string,
  record: object,
  seconds?: number,
): Promise<string> {
  const token = new EncryptJWT({ ...record }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' });
  if (seconds !== undefined) token.setExpirationTime(`${seconds}s`);
  return token.encrypt(keyFor(signingKey, purpose));
}

/** Undefined when it has expired, or was encrypted with another key or for another purpose. */
export async function unseal<T>(
  signingKey: Uint8Array,
  purpose: string,
  sealed: string,
): Promise<T | undefined> {
  return jwtDecrypt<T>(sealed, keyFor(signingKey, purpose)).then(
    ({ payload }) => payload,
    () => undefined,
  );
}

function keyFor(signingKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', signingKey, '', `groma ${purpose}`, 32));
}
