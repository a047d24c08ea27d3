import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { seal, unseal } from '../../../base/sealed.ts';

/** What the browser keeps between leaving for the provider and returning; only the server can read it. */
export interface Departure {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** People need minutes at the provider: a second factor, a forgotten password. */
const SECONDS = 900;
const PURPOSE = 'departure';

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
  const sealed = await seal(key, PURPOSE, departure, SECONDS);
  void reply.setCookie(nameAt(site), sealed, { ...optionsAt(site), maxAge: SECONDS });
}

/** The departure of this browser; undefined when there is none, or it has expired. */
export async function departureOf(
  request: FastifyRequest,
  key: Uint8Array,
  site: string,
): Promise<Departure | undefined> {
  const sealed = request.cookies[nameAt(site)];
  if (!sealed) return undefined;
  return unseal<Departure>(key, PURPOSE, sealed);
}

export function clearDeparture(reply: FastifyReply, site: string): void {
  void reply.clearCookie(nameAt(site), optionsAt(site));
}

/** `lax`: the browser must send the cookie when the provider redirects back. */
function optionsAt(site: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(site) };
}

/** `__Host-`: cannot be set by a neighbouring host. Browsers accept such names only over TLS. */
function nameAt(site: string): string {
  return isSecure(site) ? '__Host-groma-departure' : 'groma-departure';
}

function isSecure(site: string): boolean {
  return site.startsWith('https:');
}
