import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds that running requests have to finish; then their connections are closed. */
const PATIENCE = 10_000;
const SWEEP = 50;

export interface EndingOptions {
  /** Called first, once: from now on load balancers should use other servers. */
  draining: () => void;
  /** Milliseconds that new connections are still accepted, until a load balancer has noticed. */
  drain?: number;
  patience?: number;
}

/**
 * Closes the HTTP server promptly and without refusing requests. Node closes the connections that are idle at that
 * moment; the others would be kept open for a next request that may not come. Resolves to a function that closes the
 * application.
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
