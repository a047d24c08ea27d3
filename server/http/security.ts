import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * What the pages may load: scripts only of our own and compiled WebAssembly (geometry engines), workers also from blobs
 * (map engines make them so), pictures from any https host (background maps), styles inline (map controls place
 * themselves so). Nothing frames us, nothing guesses types.
 */
const CONTENT_SECURITY_POLICY = [
  `default-src 'self'`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `worker-src 'self' blob:`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob: https:`,
  `font-src 'self' data:`,
  `connect-src 'self' https: blob: data:`,
  `object-src 'none'`,
  `base-uri 'self'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

export function secure(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(safeHeaders(request)))
      // What people have uploaded is sent with a stricter policy of its own.
      if (name !== 'content-security-policy' || !reply.hasHeader(name)) void reply.header(name, value);
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'private, no-cache');
  });
}

/** What every answer carries. */
export function safeHeaders({ protocol }: Pick<FastifyRequest, 'protocol'>): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // Behind TLS: for a year browsers ask for this host by https alone.
    ...(protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
