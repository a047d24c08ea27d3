import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Requests under way get so long to be answered, milliseconds; then their connections are cut. */
const PATIENCE = 10_000;
const SWEEP = 50;

export interface EndingOptions {
  /** Called first, once: from now on whoever shares out requests sends them to other servers. */
  draining: () => void;
  /** So long, milliseconds, new connections are still taken: until a load balancer has noticed. */
  drain?: number;
  patience?: number;
}

/**
 * Lets the HTTP side end promptly and without a refused request. Node closes the connections that are idle at the
 * moment of closing; the others, answered later or never spoken on, would be kept open for a next request that may
 * not come. Resolves to what closes the application.
 */
export function prepareEnding(app: FastifyInstance, options: EndingOptions): () => Promise<void> {
  const open = new Set<Socket>();
  let ending: Promise<void> | undefined;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (ending) void reply.header('connection', 'close');
  });
  return () => (ending ??= end(app, open, options));
}

async function end(
  app: FastifyInstance,
  open: ReadonlySet<Socket>,
  { draining, drain = 0, patience = PATIENCE }: EndingOptions,
): Promise<void> {
  draining();
  if (drain > 0) await wait(drain);
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP);
  const cut = setTimeout(() => app.server.closeAllConnections(), patience);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
