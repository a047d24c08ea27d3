import { callOutside, type AnswerOf, type BodyOf } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { untilGone } from '../../http/until-gone.ts';
import type { JobServices } from '../../platform/services/services.ts';
import { isTooMany, PER_MINUTE } from './request-limits.ts';
import { usablePlugin } from './store.ts';

const MAX_BYTES = 1024 ** 2;
const TIMEOUT = 15_000;
type Request = BodyOf<typeof callOutside>;
type Answer = AnswerOf<typeof callOutside>;

export const outgoingRoute: Route = route(callOutside, ({ params, body, caller, services, reply }) =>
  sendOutgoing(services, caller, params.id, body, untilGone(reply)),
);

/** A request of a plugin to a host that was granted to it. Throws 403, 422 and 429. */
export async function sendOutgoing(
  { db, outgoing, config }: Pick<JobServices, 'db' | 'outgoing' | 'config'>,
  caller: Caller,
  id: string,
  request: Request,
  signal: AbortSignal,
): Promise<Answer> {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (!url) throw new HttpError(422, 'outgoing.address', { address: request.url.slice(0, 200) });
  const { granted, manifest } = await usablePlugin(db, caller, id, `net:${url.host}`);
  const { plugin, host: toHost } = PER_MINUTE;
  const { organizationId } = caller;
  if (await isTooMany(db, organizationId, `${id} ${caller.userId}`, plugin))
    throw new HttpError(429, 'plugins.too-many-requests', { name: manifest.id, most: plugin });
  const response = await outgoing.fetch(url, {
    method: request.method,
    headers: { 'user-agent': `Groma/${config.version} ${manifest.id}`, ...request.headers },
    ...(request.method === 'POST' && { body: request.body ?? '' }),
    internal: config.pluginHosts ?? [],
    // Asked for each redirect, too.
    check: async ({ host }) => {
      if (!granted.includes(`net:${host}`))
        throw new HttpError(403, 'plugins.not-granted', { name: manifest.id, permission: `net:${host}` });
      if (await isTooMany(db, organizationId, host, toHost))
        throw new HttpError(429, 'plugins.too-many-to-host', { host, most: toHost });
    },
    timeout: TIMEOUT,
    maxBytes: MAX_BYTES,
    signal,
  });
  const { status, headers } = response;
  return { status, type: headers.get('content-type') ?? '', body: await response.text() };
}
