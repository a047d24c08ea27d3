import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../base/http-error.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { send } from '../../shared/files/send.ts';
import type { FileRow } from '../../shared/files/store.ts';
import { octreeKey, type OctreeFile } from './octree-key.ts';

const YEAR = 31_536_000;

/** Sends a file of the octree that is served, or one Range of it. An octree never changes: the next has another version. */
export async function sendOctree(
  storage: Storage,
  { id, cloud }: FileRow,
  { version, file }: { version: number; file: OctreeFile },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (cloud?.octree !== version) throw new HttpError(404, 'http.not-found');
  const key = octreeKey(id, version, file);
  const bytes = await storage.size(key);
  if (bytes === undefined) throw new HttpError(404, 'http.not-found');
  void reply.headers({
    'cache-control': `private, max-age=${YEAR}, immutable`,
    vary: 'jwt, authorization',
  });
  const mediaType = file.endsWith('.json') ? 'application/json' : 'application/octet-stream';
  return send(
    storage,
    { key, name: file, mediaType, bytes, tag: `${id}-${version}-${file}` },
    request,
    reply,
  );
}
