import type { FastifyInstance } from 'fastify';

/** Most bytes of a refused request that are read and thrown away, so that its connection can be used again. */
const MAX_DRAINED = 64 * 1024 * 1024;
/** The time that this may take, milliseconds. */
const MAX_TIME = 30_000;

/**
 * A request that is answered before its body was read to the end leaves the rest on its connection, and the next
 * request there would wait for ever. The rest is read and thrown away; what is longer, or slower, loses the connection.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onError', async (_request, reply, thrown) => {
    // Fastify would close the connection, and its client, still sending, would see only that and no sentence.
    if (thrown.code?.startsWith('FST_ERR_CTP_')) reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    let drained = 0;
    const timer = setTimeout(() => raw.destroy(), MAX_TIME).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
    raw.unpipe();
    raw.on('data', ({ length }: Buffer) => {
      drained += length;
      if (drained > MAX_DRAINED) raw.destroy();
    });
    raw.resume();
  });
}
