import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { Storage } from '../storage/storage.ts';
import type { KeptExport } from './kept.ts';

/** Sends a kept zip, whole or the one range asked for; its id is its ETag, for it never changes. */
export async function sendKept(
  storage: Storage,
  { id, nameZip, size, storageKey }: KeptExport,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${id}"`;
  const range = rangeOf(request, size, etag);
  void reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="export.zip"; filename*=UTF-8''${encodeURIComponent(nameZip)}`,
    'x-content-type-options': 'nosniff',
  });
  if (range === 'unsatisfiable')
    throw new Refusal(416, 'export.range', { size }, { headers: { 'content-range': `bytes */${size}` } });
  const file = await storage.localPath(storageKey).catch(() => {
    throw new Refusal(404, 'export.gone');
  });
  const [from, to] = range ?? [0, size - 1];
  if (range) void reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  void reply.header('content-length', String(to - from + 1));
  return reply.send(createReadStream(file, { start: from, end: to }));
}

/** First and last byte of the one range asked for; undefined for all of it. RFC 9110, 14. */
function rangeOf(
  { headers }: FastifyRequest,
  size: number,
  etag: string,
): [number, number] | 'unsatisfiable' | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '');
  const [, first = '', last = ''] = asked ?? [];
  if (!asked || (first === '' && last === '')) return undefined;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 ? [size - length, size - 1] : 'unsatisfiable';
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return undefined;
  return from < size ? [from, to] : 'unsatisfiable';
}
