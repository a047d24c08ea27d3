import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { PICTURE_HOSTS } from '#core/protocol';

const HSTS = 'max-age=31536000';

// With the schemes: WebKit lets nothing in by a host `*` without one, and so Safari would not start the workbench.
const everywhere = (folder: string) => `http://*:*/${folder}/ https://*:*/${folder}/`;

/**
 * Of what this origin serves, only the files of the workbench and the code of plugins are scripts: never what people have
 * uploaded, nor an answer of the API. `'self'` takes no path and the server does not know by which names it is reached, so
 * this is a policy of its own that any host passes; a browser enforces both.
 */
const SCRIPT_PATHS = [
  `script-src ${everywhere('assets')} ${everywhere('extensions')} 'wasm-unsafe-eval'`,
  `worker-src ${everywhere('assets')} blob:`,
].join(';');

/**
 * Security headers for every response. Scripts come only from the paths above of this origin, and WebAssembly may be compiled
 * (geometry engines). Workers may also be blobs (map engines make them so), images may come from the sites of background
 * maps, and styles may be inline (map controls position themselves so). No page may be framed.
 */
export async function secure(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [`'self'`],
        'script-src': [`'self'`, `'wasm-unsafe-eval'`],
        'worker-src': [`'self'`, 'blob:'],
        'style-src': [`'self'`, `'unsafe-inline'`],
        'img-src': [`'self'`, 'data:', 'blob:', ...PICTURE_HOSTS],
        'font-src': [`'self'`, 'data:'],
        'connect-src': [`'self'`, 'blob:', 'data:'],
        'object-src': [`'none'`],
        'base-uri': [`'self'`],
        'form-action': [`'self'`],
        'frame-ancestors': [`'none'`],
      },
    },
    // Other sites may read what is public, such as the OGC services.
    crossOriginResourcePolicy: false,
    // Only over TLS, below.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async ({ protocol }, reply) => {
    const policy = String(reply.getHeader('content-security-policy'));
    void reply.header('content-security-policy', `${policy}, ${SCRIPT_PATHS}`);
    if (protocol === 'https') void reply.header('strict-transport-security', HSTS);
  });
  app.addHook('onSend', async ({ url }, reply) => {
    if (url.startsWith('/api') && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'private, no-cache');
  });
}
