import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests under way get so long to be answered, milliseconds; then their connections are cut. */
const PATIENCE = 10_000;
const SWEEP = 50;

/**
 * Lets the HTTP side end promptly. Node closes the connections that are idle at the moment of closing; the others,
 * answered later or never spoken on, would be kept open for a next request that may not come.
 * Resolves to what closes the application; safe to call again.
 */
export function prepareEnding(app: FastifyInstance, patience = PATIENCE): () => Promise<void> {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let ended: Promise<void> | undefined;
  return () => (ended ??= end(app, open, patience));
}

async function end(app: FastifyInstance, open: ReadonlySet<Socket>, patience: number): Promise<void> {
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
