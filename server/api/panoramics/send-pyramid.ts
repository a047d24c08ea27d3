import type { FastifyReply, FastifyRequest } from 'fastify';
import { tileIndex } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { hasVersion } from '../../http/not-modified.ts';
import type { Services } from '../../platform/services/services.ts';
import { findFile } from '../../shared/files/store.ts';

const YEAR = 31_536_000;

interface Sending {
  caller: Caller;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends a picture of the pyramid that is served: a tile, or without one the base. It never changes. */
export async function sendPicture(
  { caller, services, request, reply }: Sending,
  { id, version }: { id: string; version: number },
  tile?: { cols: number; column: number; row: number },
): Promise<FastifyReply> {
  const { db, storage } = services;
  const { panorama } = await findFile(db, caller, id, ['panoramic']);
  if (!panorama?.facts || panorama.pyramid !== version) throw new HttpError(404, 'http.not-found');
  const index = tile ? tileIndex(panorama.facts, tile.cols, tile.column, tile.row) : 0;
  if (index === undefined) throw new HttpError(404, 'http.not-found');
  const [stored] = await db.query<{ key: string; start: number | null; end: number | null }>(
    `select key, (offsets->>$2::int)::float8 as start, (offsets->>($2::int + 1))::float8 as end
     from panoramas where file_id = $1 and pyramid = $3`,
    [id, index, version],
  );
  if (stored?.start == null || stored.end == null || stored.end <= stored.start)
    throw new HttpError(404, 'http.not-found');
  const etag = `"${id}-${version}-${index}"`;
  void reply.headers({
    etag,
    'cache-control': `private, max-age=${YEAR}, immutable`,
    vary: 'jwt, authorization',
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  if (hasVersion(request, etag)) return reply.code(304).send();
  void reply.header('content-length', stored.end - stored.start);
  return reply.send(await storage.read(stored.key, { start: stored.start, end: stored.end - 1 }));
}
