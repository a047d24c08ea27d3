import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';
import { mediaTypeOf } from './kinds.ts';
import { fetchRemote } from './remote.ts';
import { findTilesetFile, type TilesetRow } from './store.ts';
import { hasVersion } from '../../http/not-modified.ts';

const YEAR = 31_536_000;
const HOUR = 3_600;

/** Sends a file of a tileset, with headers that keep browsers from opening it as a page. */
export async function sendTilesetFile(
  services: Services,
  tileset: TilesetRow,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.headers({
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    vary: 'jwt, authorization',
  });
  return tileset.address === null
    ? sendOwn(services, tileset, path, request, reply)
    : sendRemote(services, tileset.address, path, request, reply);
}

async function sendOwn(
  { db, storage }: Services,
  { id, key }: TilesetRow,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await findTilesetFile(db, id, path);
  if (!file || key === null) throw new HttpError(404, 'http.not-found');
  // An archive never changes: another upload is another tileset.
  const etag = `"${id}"`;
  void reply.headers({ etag, 'cache-control': `private, max-age=${YEAR}, immutable` });
  if (hasVersion(request, etag)) return reply.code(304).send();
  // Most of it is compressed already, and its length is known.
  request.headers['x-no-compression'] = '1';
  void reply.header('content-length', file.bytes).type(mediaTypeOf(path)!);
  if (file.gzipped) void reply.header('content-encoding', 'gzip');
  if (file.bytes === 0 || request.method === 'HEAD') return reply.send('');
  const packed = await storage.read(key, { start: file.start, end: file.start + file.packed - 1 });
  return reply.send(file.deflated ? inflated(packed) : packed);
}

/** It was checked before it was stored, and has the stated length. */
function inflated(packed: Readable): Readable {
  // How it ends, the reply sees.
  return pipeline(packed, createInflateRaw(), () => {});
}

async function sendRemote(
  { outgoing }: Services,
  address: string,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, etag, mediaType, body } = await fetchRemote(
    outgoing,
    address,
    path,
    request.headers['if-none-match'],
  );
  void reply.header('cache-control', `private, max-age=${HOUR}`);
  if (etag !== undefined) void reply.header('etag', etag);
  if (status === 304) return reply.code(304).send();
  return reply.type(mediaType).send(body);
}
