import type { LayerCredentials } from '#core/protocol';
import { seal, unseal } from '../../base/sealed.ts';

const PURPOSE = 'layer credentials';

export function sealCredentials(key: Uint8Array, credentials: LayerCredentials): Promise<string> {
  return seal(key, PURPOSE, { credentials });
}

/** Undefined when the signing key has been replaced since. */
export async function unsealCredentials(
  key: Uint8Array,
  sealed: string,
): Promise<LayerCredentials | undefined> {
  return (await unseal<{ credentials: LayerCredentials }>(key, PURPOSE, sealed))?.credentials;
}

/** A request with its credentials. */
export function withCredentials(
  url: URL,
  credentials: LayerCredentials | undefined,
): { url: URL; headers: Record<string, string> } {
  if (credentials?.kind === 'basic') {
    const token = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
    return { url, headers: { authorization: `Basic ${token}` } };
  }
  if (credentials?.kind === 'header') return { url, headers: { [credentials.name]: credentials.value } };
  if (credentials?.kind !== 'query') return { url, headers: {} };
  const signed = new URL(url);
  signed.searchParams.set(credentials.name, credentials.value);
  return { url: signed, headers: {} };
}
