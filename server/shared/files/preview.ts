import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PREVIEW_SIZES } from '#core/protocol';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { officePdf } from './office-pdf.ts';
import { hasPreview, previewOf } from './pictures.ts';
import { previewKey } from './preview-keys.ts';
import { send, sendBytes } from './send.ts';
import type { FileRow } from './store.ts';
import type { FileContent } from './versions.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FAILED = 10_000;

/** Previews being created, by key: parallel requests wait for one. */
const coming = new Map<string, Promise<void>>();
/** Contents without a possible preview: tried again only after a restart. */
const failed = new Set<string>();

/** Pages of PDFs after the first, by key, size and number: they are not stored. */
const pages = new LRUCache<string, Buffer>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ length }) => length || 1,
});

export type Previewed = FileContent & Pick<FileRow, 'name'>;

/** Sends the preview of a content, or of one page of it, created at the first request. */
export async function sendPreview(
  services: Services,
  row: Previewed,
  { size: requested, page }: { size: string; page: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storage } = services;
  const drawn = await drawable(services, row);
  const size = PREVIEW_SIZES.find((one) => String(one) === requested)!;
  if (page > 1) return sendPage(storage, drawn, size, page, request, reply);
  const key = previewKey(row.key, size);
  let bytes = await storage.size(key);
  if (bytes === undefined) {
    const making = coming.get(key) ?? make(storage, drawn, key, size).finally(() => coming.delete(key));
    coming.set(key, making);
    await making;
    bytes = (await storage.size(key)) ?? 0;
  }
  const name = `${row.name}.webp`;
  const tag = `${row.sha256.slice(0, 32)}-${size}`;
  return send(storage, { key, name, mediaType: 'image/webp', bytes, tag }, request, reply);
}

/** What is drawn of a content: itself, or the PDF that was made of it. */
async function drawable(services: Services, row: Previewed): Promise<Previewed> {
  if (hasPreview(row.mediaType)) return row;
  const key = await officePdf(services, row);
  if (key === undefined) throw new HttpError(422, 'files.no-preview', { type: row.mediaType });
  return { ...row, key, mediaType: 'application/pdf' };
}

async function sendPage(
  storage: Storage,
  row: Previewed,
  size: (typeof PREVIEW_SIZES)[number],
  page: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = `${row.key}.${size}.${page}`;
  let picture = pages.get(key);
  if (!picture) {
    const { mediaType } = row;
    const file = await storage.localPath(row.key);
    const drawn = await previewOf({ look: 'preview', file, mediaType, size, page });
    if (!drawn) throw new HttpError(422, 'files.no-page', { name: row.name, page });
    pages.set(key, (picture = Buffer.from(drawn)));
  }
  const tag = `${row.sha256.slice(0, 32)}-${size}-${page}`;
  return sendBytes(picture, { name: `${row.name}.webp`, mediaType: 'image/webp', tag }, request, reply);
}

async function make(
  storage: Storage,
  row: Previewed,
  key: string,
  size: (typeof PREVIEW_SIZES)[number],
): Promise<void> {
  const { mediaType } = row;
  const refused = new HttpError(422, 'files.preview-failed', { name: row.name });
  if (failed.has(row.key)) throw refused;
  const file = await storage.localPath(row.key);
  const picture = await previewOf({ look: 'preview', file, mediaType, size });
  if (!picture) {
    if (failed.size < MAX_FAILED) failed.add(row.key);
    throw refused;
  }
  await storage.write(key, Readable.from([Buffer.from(picture)]), MAX_BYTES);
}
