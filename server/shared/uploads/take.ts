import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { UploadKind } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Services } from '../../platform/services/services.ts';
import { bytesOf } from '../files/bytes.ts';
import { HEAD_BYTES } from '../files/intake.ts';
import type { ReceivedContent } from '../files/receive.ts';
import { partFile, receivedBytes } from './parts.ts';
import { waitForCheck } from './state.ts';
import { findUpload, type UploadRow } from './store.ts';

/** Milliseconds that a request waits for the check of an upload. */
const PATIENCE = 20_000;

/**
 * The content of a complete upload of the caller, to be claimed by a record of this project. Throws HttpError 404, 409
 * while it is incomplete, and 422 when it was for something else or has failed.
 */
export async function takeUpload(
  services: Services,
  caller: Caller,
  id: string,
  { kind, projectId }: { kind: UploadKind; projectId: string },
): Promise<ReceivedContent> {
  const { db, storage } = services;
  await waitForCheck(services, await findUpload(db, caller, id), PATIENCE);
  const row = await findUpload(db, caller, id);
  if (row.projectId !== projectId) throw new HttpError(404, 'http.not-found');
  if (row.kind !== kind) throw new HttpError(422, 'uploads.other-kind', { name: row.name });
  if (row.error) throw new HttpError(422, row.error.key, row.error.values);
  if (row.completedAt === null || row.key === null)
    throw new HttpError(409, 'uploads.incomplete', { name: row.name }, { headers: { 'retry-after': '5' } });
  const { key, name, bytes, sha256 } = row;
  const head = await bytesOf(storage, key, 0, Math.min(bytes, HEAD_BYTES) - 1);
  return { key, name, bytes, sha256: sha256!, head };
}

/** Reads an upload, also while it is arriving; reading beyond what has arrived gives fewer bytes. */
export async function uploadedBytes(services: Services, row: UploadRow) {
  const { storage, config } = services;
  const head = (bytes: number) => Math.min(bytes, HEAD_BYTES) - 1;
  if (row.completedAt !== null && row.key !== null) {
    const { key } = row;
    const read = (start: number, end: number) => bytesOf(storage, key, start, end);
    return { read, head: await read(0, head(row.bytes)), whole: true };
  }
  const received = (await receivedBytes(config, row.id)) ?? 0;
  if (received < Math.min(row.bytes, HEAD_BYTES))
    throw new HttpError(409, 'uploads.incomplete', { name: row.name });
  const file = partFile(config, row.id);
  const read = async (start: number, end: number) => buffer(createReadStream(file, { start, end }));
  return { read, head: await read(0, head(row.bytes)), whole: received === row.bytes };
}
