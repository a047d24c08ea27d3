import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../../base/http-error.ts';
import { authenticate, refuseLink } from '../../http/gate/gate.ts';
import type { Services } from '../../platform/services/services.ts';
import { AUTHOR_FRAME, authorFramePolicy, FRAME, FRAME_POLICY } from './frame.ts';
import { usablePlugins } from './store.ts';

const CACHE_BYTES = 32 * 1024 ** 2;
/** The code is text for `fetch`: no page, no script of this origin. */
const CODE_POLICY = `default-src 'none'; sandbox`;

/**
 * The code of plugins from outside by its SHA-256, for people who may use the plugin, and the frame in which it runs. The
 * address is looked up in the database; nothing of it becomes a path.
 */
export function serveExtensions(app: FastifyInstance, services: Services): void {
  const codes = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });

  const serveFrame = (path: string, page: string, policy: string) =>
    app.get(path, async (_request, reply) => {
      void reply.removeHeader('x-frame-options');
      return reply
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page);
    });
  serveFrame('/extensions/frame.html', FRAME, FRAME_POLICY);
  serveFrame('/extensions/author.html', AUTHOR_FRAME, authorFramePolicy(services.config.authorOrigins ?? []));

  app.get<{ Params: { sha256: string } }>('/extensions/:sha256/entry.js', async (request, reply) => {
    const caller = await authenticate(services.db, services.signing.key, request);
    refuseLink(caller);
    const { sha256 } = request.params;
    const used = await usablePlugins(services.db, caller);
    if (!used.some(({ manifest }) => manifest.files['entry.js'] === sha256))
      throw new HttpError(404, 'http.not-found');
    let code = codes.get(sha256);
    if (!code) codes.set(sha256, (code = await readCode(services, sha256)));
    return reply
      .headers({
        'content-security-policy': CODE_POLICY,
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
        etag: `"${sha256}"`,
        vary: 'jwt, authorization',
      })
      .type('text/plain; charset=utf-8')
      .send(code);
  });
}

/** From the storage. Throws 500 when it is not what was uploaded. */
async function readCode({ db, storage }: Services, sha256: string): Promise<Buffer> {
  const [row] = await db.query<{ key: string }>(
    'select key from outside_plugin_versions where sha256 = $1 order by uploaded_at limit 1',
    [sha256],
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  const code = await buffer(await storage.read(row.key));
  if (createHash('sha256').update(code).digest('hex') !== sha256)
    throw new HttpError(500, 'plugins.stored-file-changed');
  return code;
}
