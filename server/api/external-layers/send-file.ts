import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../base/http-error.ts';
import { hasVersion } from '../../http/not-modified.ts';
import type { Services } from '../../platform/services/services.ts';
import { send } from '../../shared/files/send.ts';
import type { LayerRow } from './store.ts';

/** Sends what is kept of a file. */
export async function sendFile(
  { db, storage }: Services,
  layer: LayerRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [stored] = await db.query<{ key: string; bytes: number }>(
    'select key, bytes::float8 as bytes from layer_files where layer_id = $1 limit 1',
    [layer.id],
    { often: true },
  );
  if (!stored) throw new HttpError(404, 'http.not-found');
  const { key, bytes } = stored;
  void reply.headers({ 'cache-control': 'private, no-cache', vary: 'jwt, authorization, range' });
  const tag = key.replace('/', '-');
  if (layer.source.kind !== 'file')
    return send(storage, { key, bytes, tag, name: layer.name, mediaType: 'image/tiff' }, request, reply);
  request.headers['x-no-compression'] = '1';
  void reply.headers({
    etag: `"${tag}"`,
    'content-encoding': 'gzip',
    'content-type': 'application/json',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  if (hasVersion(request, `"${tag}"`)) return reply.code(304).send();
  return reply.send(await storage.read(key));
}
