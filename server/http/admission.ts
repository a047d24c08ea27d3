import type { FastifyInstance } from 'fastify';
import { HttpError } from '../base/http-error.ts';

const MB = 1024 * 1024;
/** Bodies up to this size are not counted. */
const SMALL = MB;
/** Most bytes of bodies held in memory at a time; parsed JSON takes up to ten times as much. */
const MAX_BODY_BYTES = 96 * MB;
/** Beyond it new connections are closed at once; open ones are still served. */
const MAX_CONNECTIONS = 8000;
/** Milliseconds of silence after which a connection is closed; event streams send every 15 s. */
const MAX_SILENCE = 300_000;

/**
 * Limits the bodies received at a time to what the server can hold. Uploads are streamed and not counted; a body of
 * unknown length counts as the limit of its call.
 */
export function admit(app: FastifyInstance, max = MAX_BODY_BYTES): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.timeout = MAX_SILENCE;
  let held = 0;
  app.addHook('preParsing', async (request, reply) => {
    if (/^(multipart\/|application\/offset\+octet-stream)/i.test(request.headers['content-type'] ?? ''))
      return;
    const limit = request.routeOptions.bodyLimit ?? 0;
    const length = request.headers['content-length'];
    const stated = request.headers['transfer-encoding'] ? limit : Number(length ?? 0);
    // A body larger than the limit of its call is refused by its length.
    if (!(stated > SMALL) || stated > limit) return;
    if (held > 0 && held + stated > max)
      throw new HttpError(503, 'http.busy', {}, { headers: { 'retry-after': '2', connection: 'close' } });
    held += stated;
    reply.raw.once('close', () => (held -= stated));
  });
}
