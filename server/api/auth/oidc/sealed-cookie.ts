import { hkdfSync } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, jwtDecrypt } from 'jose';

/** What the browser keeps between leaving for the provider and returning; only the server can read it. */
export interface Departure {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** People need minutes at the provider: a second factor, a forgotten password. */
const SECONDS = 900;

/**
 * Binds the provider's response to the browser that asked, so that nobody is signed in by a link that someone else
 * started. It does not sign anyone in by itself. Encrypted with a key derived from the signing key, so that every
 * server on the same database can read it.
 */
export async function setDeparture(
  reply: FastifyReply,
  key: Uint8Array,
  site: string,
  departure: Departure,
): Promise<void> {
  const sealed = await new EncryptJWT({ ...departure })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${SECONDS}s`)
    .encrypt(ownKey(key));
  setCookie(reply, site, sealed, SECONDS);
}

/** Reads the cookie; undefined when it is missing, invalid or expired. */
export async function departureOf(
  request: FastifyRequest,
  key: Uint8Array,
  site: string,
): Promise<Departure | undefined> {
  const cookies = (request.headers.cookie ?? '').split(/; */);
  const start = `${nameAt(site)}=`;
  const sealed = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  if (!sealed) return undefined;
  return jwtDecrypt<Departure>(sealed, ownKey(key)).then(
    ({ payload }) => payload,
    () => undefined,
  );
}

export function clearDeparture(reply: FastifyReply, site: string): void {
  setCookie(reply, site, '', 0);
}

/** SameSite=Lax: the cookie must be sent when the provider redirects back. */
function setCookie(reply: FastifyReply, site: string, value: string, seconds: number): void {
  const secure = isSecure(site) ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${nameAt(site)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** `__Host-`: cannot be set by a neighbouring host. Browsers accept such names only over TLS. */
function nameAt(site: string): string {
  return isSecure(site) ? '__Host-groma-departure' : 'groma-departure';
}

function isSecure(site: string): boolean {
  return site.startsWith('https:');
}

function ownKey(key: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'groma departure', 32));
}
