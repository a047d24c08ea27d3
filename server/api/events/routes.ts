import { events } from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { route, type Route } from '../../http/context.ts';
import { Refusal } from '../../base/refusal.ts';
import { safeHeaders } from '../../http/security.ts';
import type { Follower } from '../../platform/events/stream.ts';

/** Who reads more slowly than this piles up is let go; they come back and resume. */
const MOST_WAITING = 8 * 1024 * 1024;
/** A person with so many windows open is a program that forgets its own. */
const MOST_STREAMS = 50;
const TRY_LATER = { headers: { 'retry-after': '60' } };

export const routes: Route[] = [
  route(events, async ({ query, caller, services, request, reply }) => {
    const { projectid: projectId } = query;
    if (projectId) await requireProject(services.db, caller, projectId);
    if (request.method === 'HEAD') return undefined;
    if (services.events.streamsOf(caller.userId) >= MOST_STREAMS)
      throw new Refusal(429, 'events.too-many', { most: MOST_STREAMS }, TRY_LATER);
    const { raw } = reply.hijack();
    // Its connection ends with it: nobody waits for another request on it when the server stops.
    raw.shouldKeepAlive = false;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...safeHeaders(request),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.socket?.setNoDelay(true);
    const follower: Follower = {
      caller,
      projectId,
      after: lastHeard(request.headers['last-event-id']),
      send: (text) => {
        if (raw.destroyed || raw.writableEnded) return;
        raw.write(text);
        if (raw.writableLength > MOST_WAITING) raw.destroy();
      },
      end: () => void raw.end(),
    };
    try {
      const following = await services.events.follow(follower);
      // Not before: who is told that they listen hears all that happens from then on.
      raw.flushHeaders();
      if (raw.destroyed) following.stop();
      else raw.once('close', () => following.stop());
    } catch (failure) {
      // The answer has begun: the connection ends, and the client comes back.
      request.log.error({ err: failure }, 'event stream failed');
      raw.end();
    }
    return reply;
  }),
];

function lastHeard(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined;
}
