import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PREVIEW_SIZES } from '#core/protocol';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { hasPreview, previewOf } from './pictures.ts';
import { previewKey } from './preview-keys.ts';
import { send } from './send.ts';
import type { FileRow } from './store.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FAILED = 10_000;

/** Previews being created, by key: parallel requests wait for one. */
const coming = new Map<string, Promise<void>>();
/** Contents without a possible preview: tried again only after a restart. */
const failed = new Set<string>();

/** Sends the preview of a content, created at the first request. */
export async function sendPreview(
  { storage }: Services,
  row: FileRow,
  requested: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!hasPreview(row.mediaType)) throw new HttpError(422, 'files.no-preview', { type: row.mediaType });
  const size = PREVIEW_SIZES.find((one) => String(one) === requested)!;
  const key = previewKey(row.key, size);
  let bytes = await storage.size(key);
  if (bytes === undefined) {
    const making = coming.get(key) ?? make(storage, row, key, size).finally(() => coming.delete(key));
    coming.set(key, making);
    await making;
    bytes = (await storage.size(key)) ?? 0;
  }
  const name = `${row.name}.webp`;
  const tag = `${row.sha256.slice(0, 32)}-${size}`;
  return send(storage, { key, name, mediaType: 'image/webp', bytes, tag }, request, reply);
}

async function make(
  storage: Storage,
  row: FileRow,
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
