import { hkdfSync } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, jwtDecrypt } from 'jose';

/** What the browser keeps between leaving for the provider and coming back; only the server can read it. */
export interface Departure {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** A person needs minutes at the provider: a second factor, a password looked up. */
const SECONDS = 900;

/**
 * The cookie ties the answer of the provider to the browser that asked, so that nobody is signed in by a link that
 * someone else began. It signs nobody in by itself. Encrypted with a key of its own, made from the signing key, so that
 * every server of one database can read it.
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

/** What this browser left with; undefined when it did not, or too long ago. */
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

/** Lax: it has to come along when the provider sends the browser back. */
function setCookie(reply: FastifyReply, site: string, value: string, seconds: number): void {
  const secure = isSecure(site) ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${nameAt(site)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** `__Host-`: no neighbouring host can set it. Browsers take such a name only over TLS. */
function nameAt(site: string): string {
  return isSecure(site) ? '__Host-groma-departure' : 'groma-departure';
}

function isSecure(site: string): boolean {
  return site.startsWith('https:');
}

function ownKey(key: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'groma departure', 32));
}
