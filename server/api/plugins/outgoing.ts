import { LRUCache } from 'lru-cache';
import { callOutside } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { untilGone } from '../../http/until-gone.ts';
import { usablePlugin } from './store.ts';

const MAX_BYTES = 1024 ** 2;
const TIMEOUT = 15_000;
/** Requests of one person by one plugin in a minute. */
const PER_MINUTE = 60;

const sent = new LRUCache<string, { count: number }>({ max: 10_000, ttl: 60_000 });

export const outgoingRoute: Route = route(callOutside, async ({ params, body, caller, services, reply }) => {
  const url = URL.canParse(body.url) ? new URL(body.url) : undefined;
  if (!url) throw new HttpError(422, 'outgoing.address', { address: body.url.slice(0, 200) });
  const { granted, manifest } = await usablePlugin(services.db, caller, params.id, `net:${url.host}`);
  countRequest(`${params.id} ${caller.userId}`, manifest.id);
  const response = await services.outgoing.fetch(url, {
    method: body.method,
    headers: { 'user-agent': `Groma/${services.config.version} ${manifest.id}`, ...body.headers },
    ...(body.method === 'POST' && { body: body.body ?? '' }),
    internal: services.config.pluginHosts ?? [],
    // Asked for each redirect, too.
    check: ({ host }) => {
      if (!granted.includes(`net:${host}`))
        throw new HttpError(403, 'plugins.not-granted', { name: manifest.id, permission: `net:${host}` });
    },
    timeout: TIMEOUT,
    maxBytes: MAX_BYTES,
    signal: untilGone(reply),
  });
  const { status, headers } = response;
  return { status, type: headers.get('content-type') ?? '', body: await response.text() };
});

/** Throws 429. */
function countRequest(key: string, name: string): void {
  const spent = sent.get(key) ?? { count: 0 };
  if (spent.count >= PER_MINUTE)
    throw new HttpError(429, 'plugins.too-many-requests', { name, most: PER_MINUTE });
  spent.count += 1;
  if (spent.count === 1) sent.set(key, spent);
}
