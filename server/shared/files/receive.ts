import { createHash, randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import type * as z from 'zod/mini';
import type { FastifyRequest } from 'fastify';
import type { Language } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { readMultipart } from '../../http/multipart.ts';
import { parsePart } from '../../http/parse.ts';
import { HttpError } from '../../base/http-error.ts';
import { Intake, type LookAtHead } from './intake.ts';
import { cleanName } from './names.ts';

/** A complete content in the storage that does not belong to a record yet. */
export interface ReceivedContent {
  key: string;
  name: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Its first 64 kB. */
  head: Buffer;
}

export interface Receiving<S extends z.core.$ZodType> {
  request: FastifyRequest;
  services: Services;
  language: Language;
  /** Schema of the fields besides the file. */
  schema: S;
  /** Largest content, bytes. */
  limit: number;
  /** Maximum number of files. Default: 1. */
  files?: number;
  /** Checks the start of the content, so that a wrong file is refused early. */
  look?: LookAtHead;
  /** The content of a complete upload, named by the field `uploadId` instead of a file. */
  take?(uploadId: string, fields: z.output<S>): Promise<ReceivedContent>;
  /** Receives the fields before the first file, unchecked: may refuse before the upload. */
  allow?(fields: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * Receives a multipart request and passes its fields and contents to `work`. Contents that `work` does not claim,
 * because the request was refused, are removed from the storage; with `let-go` also after success. A JSON body has
 * fields and no file.
 */
export async function receive<S extends z.core.$ZodType, T>(
  receiving: Receiving<S>,
  work: (fields: z.output<S>, contents: ReceivedContent[]) => Promise<T>,
  then: 'keep' | 'let-go' = 'keep',
): Promise<T> {
  const { request, services, schema, language, limit, files = 1 } = receiving;
  const fields = (values: unknown) => parsePart('body', schema, values, language);
  if (!request.isMultipart()) {
    const given = fields(request.body ?? {});
    return work(given, await taken(receiving, given));
  }
  const contents: ReceivedContent[] = [];
  try {
    const values = await readMultipart(request, { files }, async (part, before) => {
      if (contents.length === 0) await receiving.allow?.(before);
      contents.push(await keep(services, part, limit, receiving.look));
    });
    const checked = fields(values);
    refuseOtherSum((checked as { sha256?: string }).sha256, contents);
    const done = await work(checked, contents.length > 0 ? contents : await taken(receiving, checked));
    if (then === 'let-go') await Promise.all(contents.map(({ key }) => release(services, key)));
    return done;
  } catch (thrown) {
    await Promise.all(contents.map(({ key }) => release(services, key)));
    throw thrown;
  }
}

/** Of an upload that was received before. It is kept when the request is refused, so that it can be tried again. */
async function taken<S extends z.core.$ZodType>(
  { take, limit, look }: Receiving<S>,
  given: z.output<S>,
): Promise<ReceivedContent[]> {
  const { uploadId, sha256 } = given as { uploadId?: string; sha256?: string };
  if (!take || uploadId === undefined) return [];
  const content = await take(uploadId, given);
  refuseOtherSum(sha256, [content]);
  if (content.bytes > limit)
    throw new HttpError(413, 'http.upload-too-large', { megabytes: Math.floor(limit / 1024 / 1024) });
  look?.(content.head, content.name);
  return [content];
}

async function keep(
  services: Services,
  part: { file: Readable; filename: string },
  limit: number,
  look: LookAtHead | undefined,
): Promise<ReceivedContent> {
  const key = `files/${randomUUID()}`;
  const name = cleanName(part.filename) ?? 'file';
  const intake = new Intake(name, look);
  // How it ends, the storage sees.
  pipeline(part.file, intake, () => {});
  try {
    await services.db.query('insert into unclaimed_keys (key) values ($1)', [key]);
    const bytes = await services.storage.write(key, intake, limit);
    return { key, name, bytes, sha256: intake.sha256(), head: intake.head };
  } catch (thrown) {
    await release(services, key);
    throw thrown;
  }
}

/** Stores something derived from a content; it is unclaimed until a record claims it, and is swept otherwise. */
export async function keepBytes(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  bytes: Uint8Array,
): Promise<{ key: string; bytes: number; sha256: string }> {
  const key = `files/${randomUUID()}`;
  await db.query('insert into unclaimed_keys (key) values ($1)', [key]);
  await storage.write(key, Readable.from([Buffer.from(bytes)]), bytes.byteLength);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { key, bytes: bytes.byteLength, sha256 };
}

/** Assigns the content of an upload to a record, in the transaction that writes the record. */
export async function claim(tx: Queries, key: string): Promise<void> {
  const rows = await tx.query('delete from unclaimed_keys where key = $1 returning key', [key]);
  if (rows.length === 0) throw new Error(`The content ${key} was given up before it was claimed.`);
}

/** Removes an unclaimed key; if that fails, the sweep removes it later. */
export async function release({ db, storage }: Pick<Services, 'db' | 'storage'>, key: string): Promise<void> {
  try {
    const rows = await db.query('select 1 from unclaimed_keys where key = $1', [key]);
    if (rows.length === 0) return;
    await storage.remove(key);
    await db.query('delete from unclaimed_keys where key = $1', [key]);
  } catch {
    // It could not be removed now; the sweep will find it.
  }
}

function refuseOtherSum(stated: string | undefined, contents: readonly ReceivedContent[]): void {
  const [content] = contents;
  if (stated && content && stated.toLowerCase() !== content.sha256)
    throw new HttpError(422, 'files.other-checksum', { name: content.name });
}

/** The only content of a call that requires one. */
export function onlyContent(contents: readonly ReceivedContent[]): ReceivedContent {
  const [content] = contents;
  if (!content) throw new HttpError(422, 'files.no-file');
  if (content.bytes === 0) throw new HttpError(422, 'files.empty', { name: content.name });
  return content;
}
