import type { FastifyInstance, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** Whether the client already has the version `etag` (`If-None-Match`). */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  return fresh(headers, { etag });
}

/** A GET or HEAD response with an ETag that the client already has becomes 304 without a body. */
export function answerNotModified(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const etag = reply.getHeader('etag');
    if (typeof etag !== 'string' || reply.statusCode !== 200) return payload;
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !hasVersion(request, etag)) return payload;
    void reply.code(304);
    reply.removeHeader('content-length');
    return '';
  });
}
