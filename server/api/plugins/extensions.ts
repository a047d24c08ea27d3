import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../../base/http-error.ts';
import { authenticate, refuseLink } from '../../http/gate/gate.ts';
import type { Services } from '../../platform/services/services.ts';
import { AUTHOR_FRAME, authorFramePolicy, FRAME, FRAME_POLICY } from './frame.ts';
import { fullCodeKey } from './full.ts';
import { usablePlugins } from './store.ts';

const CACHE_BYTES = 32 * 1024 ** 2;
/** The code is text for `fetch`: no page, no script of this origin. */
const CODE_POLICY = `default-src 'none'; sandbox`;

/**
 * The code of plugins from outside by its SHA-256, and the frame in which contained ones run. The address is looked up in the
 * database; nothing of it becomes a path.
 */
export function serveExtensions(app: FastifyInstance, services: Services): void {
  const codes = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });
  const codeOf = async (sha256: string, keyOf: () => Promise<string>): Promise<Buffer> => {
    let code = codes.get(sha256);
    if (!code) codes.set(sha256, (code = await readCode(services, await keyOf(), sha256)));
    return code;
  };

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
    const code = await codeOf(sha256, () => anyKey(services, sha256));
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

  // Imported as a module, which no token goes with: only while the plugin is in use, and only by who knows its sum.
  app.get<{ Params: { sha256: string } }>('/extensions/:sha256/full.js', async (request, reply) => {
    const { sha256 } = request.params;
    const key = await fullCodeKey(services.db, sha256);
    if (key === undefined) throw new HttpError(404, 'http.not-found');
    return reply
      .headers({
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
        etag: `"${sha256}"`,
      })
      .type('text/javascript; charset=utf-8')
      .send(await codeOf(sha256, () => Promise.resolve(key)));
  });
}

/** The key in the storage of the code with this sum. */
async function anyKey({ db }: Services, sha256: string): Promise<string> {
  const [row] = await db.query<{ key: string }>(
    'select key from outside_plugin_versions where sha256 = $1 order by uploaded_at limit 1',
    [sha256],
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row.key;
}

/** From the storage. Throws 500 when it is not what was uploaded. */
async function readCode({ storage }: Services, key: string, sha256: string): Promise<Buffer> {
  const code = await buffer(await storage.read(key));
  if (createHash('sha256').update(code).digest('hex') !== sha256)
    throw new HttpError(500, 'plugins.stored-file-changed');
  return code;
}
