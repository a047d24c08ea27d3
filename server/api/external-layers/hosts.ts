import { PICTURE_HOSTS } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Returns whether an entry of the list of allowed servers covers a URL. Without a port it is for the default ones. */
export function covers(entry: string, { hostname, port, protocol }: URL): boolean {
  const [name = '', ownPort] = entry.split(':');
  if (ownPort === undefined ? port !== '' : ownPort !== (port || DEFAULT_PORTS[protocol])) return false;
  const host = hostname.toLowerCase();
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) || host === name.slice(2) : host === name;
}

/** Checks a URL against the servers that the caller's organization allows. */
export async function hostCheck(db: Queries, caller: Caller): Promise<(url: URL) => void> {
  const rows = await db.query<{ host: string }>(
    'select host from layer_servers where organization_id = $1',
    [caller.organizationId],
    { often: true },
  );
  return (url) => {
    if (!rows.some(({ host }) => covers(host, url)))
      throw new HttpError(403, 'external-layers.host', { host: url.host }, { server: url.host });
  };
}

/**
 * The URL of a source without its placeholders, by which its server is checked.
 * Throws 422 for what is no http or https URL.
 */
export function serverOf(address: string): URL {
  const plain = address.replace(/\{([a-z0-9])-[a-z0-9]\}/gi, '$1').replace(/[{}]/g, '');
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new HttpError(422, 'outgoing.address', { address: address.slice(0, 200) });
  return url;
}

/** Whether browsers request it from its server themselves (content-hosts.ts). */
export function isDirect({ origin }: URL): boolean {
  return PICTURE_HOSTS.includes(origin);
}
