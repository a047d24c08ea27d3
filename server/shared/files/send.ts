import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import rangeParser from 'range-parser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../base/http-error.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { hasVersion } from '../../http/not-modified.ts';

/** What a browser may display; everything else it saves. Nothing here can run scripts. */
const SHOWN = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/tiff',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/json',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'video/mp4',
  'video/webm',
]);

export interface SentFile {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  /** Identifies these bytes permanently. */
  tag: string;
}

/** Sends bytes that are not stored, like a content. */
export function sendBytes(
  content: Buffer,
  sent: Omit<SentFile, 'key' | 'bytes'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const etag = describe({ ...sent, bytes: content.length }, request, reply);
  if (hasVersion(request, etag)) return reply.code(304).send();
  return reply.send(content);
}

/** Sends a stored content, whole or the requested range, so that no browser takes it for a page of ours. */
export async function send(
  storage: Storage,
  sent: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, bytes } = sent;
  const etag = describe(sent, request, reply);
  void reply.header('accept-ranges', 'bytes');
  if (hasVersion(request, etag)) return reply.code(304).send();
  const range = rangeOf(request, etag, bytes);
  if (range) {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  }
  const length = range ? range.end - range.start + 1 : bytes;
  void reply.header('content-length', length);
  // Fastify would read the whole file to answer HEAD, and would replace the length unless the body is a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await storage.read(key, range));
}

/** Sets the headers of a content; resolves to its ETag. */
function describe(
  { name, mediaType, tag }: Omit<SentFile, 'key'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const etag = `"${tag}"`;
  const shown = SHOWN.has(mediaType);
  // Ranges count the stored bytes; compression would change them.
  request.headers['x-no-compression'] = '1';
  void reply.headers({
    etag,
    'content-type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    'content-disposition': contentDisposition(name, { type: shown ? 'inline' : 'attachment' }),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  if (!shown) void reply.header('content-type', 'application/octet-stream');
  return etag;
}

/** One range is sent; a request for several, which none of our clients sends, gets the whole, as HTTP allows. */
function rangeOf(
  request: FastifyRequest,
  etag: string,
  bytes: number,
): { start: number; end: number } | undefined {
  const { range, 'if-range': condition } = request.headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const found = rangeParser(bytes, range);
  if (found === -1)
    throw new HttpError(
      416,
      'files.no-such-range',
      { bytes },
      { headers: { 'content-range': `bytes */${bytes}` } },
    );
  if (found === -2 || found.type !== 'bytes' || found.length !== 1) return undefined;
  return found[0];
}
