import { events } from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Follower } from '../../platform/events/stream.ts';

/** Bytes buffered before a slow reader is disconnected; it reconnects and resumes. */
const MAX_WAITING = 8 * 1024 * 1024;
/** Most streams of one person; beyond it, a program leaks connections. */
const MAX_STREAMS = 50;
const TRY_LATER = { headers: { 'retry-after': '60' } };

export const routes: Route[] = [
  route(events, async ({ query, caller, services, request, reply }) => {
    const { projectid: projectId } = query;
    if (projectId) await requireProject(services.db, caller, projectId);
    if (request.method === 'HEAD') return undefined;
    if (services.events.streamsOf(caller.userId) >= MAX_STREAMS)
      throw new HttpError(429, 'events.too-many', { most: MAX_STREAMS }, TRY_LATER);
    const { raw } = reply.hijack();
    // The connection ends with the stream, so that a stopping server does not wait for another request on it.
    raw.shouldKeepAlive = false;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.socket?.setNoDelay(true);
    const follower: Follower = {
      caller,
      projectId,
      after: lastEventId(request.headers['last-event-id']),
      send: (text) => {
        if (raw.destroyed || raw.writableEnded) return;
        raw.write(text);
        if (raw.writableLength > MAX_WAITING) raw.destroy();
      },
      end: () => void raw.end(),
    };
    try {
      const following = await services.events.follow(follower);
      // Only now: the client receives every event after the headers.
      raw.flushHeaders();
      if (raw.destroyed) following.stop();
      else raw.once('close', () => following.stop());
    } catch (failure) {
      // The response has started: the connection is closed, and the client reconnects.
      request.log.error({ err: failure }, 'event stream failed');
      raw.end();
    }
    return reply;
  }),
];

function lastEventId(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined;
}
