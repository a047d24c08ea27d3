import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Counter } from './counter.ts';
import type { Copies } from './copies.ts';
import { contentMissing, storageUnavailable } from './errors.ts';
import type { S3Address } from './s3-address.ts';
import { checkKey, type ByteRange, type Storage } from './storage.ts';

const MB = 1024 * 1024;
/** Uploads have at most 10,000 parts: files of up to 160 GB. Two parts are in memory at a time. */
const PART = 16 * MB;
const PARTS_AT_ONCE = 2;
const TO_CONNECT = 3_000;
const TO_ANSWER = 60_000;
const HEALTH_TIMEOUT = 4_000;

/** A client for a store. Credentials come from the usual AWS sources: AWS_* variables, a profile, the machine's role. */
export function clientOf({ region, pathStyle, endpoint }: S3Address): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    requestHandler: { connectionTimeout: TO_CONNECT, socketTimeout: TO_ANSWER },
    // Other stores than Amazon's do not support trailing checksums; each part is signed with its SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Files in a bucket of an S3-compatible storage. An object appears when its upload is complete. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #copies: Copies;

  constructor(address: S3Address, copies: Copies) {
    this.#bucket = address.bucket;
    this.#prefix = address.prefix;
    this.#copies = copies;
    this.#client = clientOf(address);
  }

  async write(key: string, content: Readable, limit: number): Promise<number> {
    const counter = new Counter(limit);
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#at(key), Body: counter },
      partSize: PART,
      queueSize: PARTS_AT_ONCE,
    });
    const filled = pipeline(content, counter);
    filled.catch(() => {});
    try {
      await upload.done();
      await filled;
      return counter.bytes;
    } catch (failure) {
      // Tells an error of the content, which destroyed the counter, from one of the storage.
      const ofContent = counter.errored;
      counter.destroy();
      content.destroy();
      await upload.abort().catch(() => {});
      throw ofContent ?? storageUnavailable(failure);
    }
  }

  async moveIn(key: string, file: string, bytes: number): Promise<void> {
    await this.write(key, createReadStream(file), bytes);
    await fs.rm(file, { force: true });
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const command = new GetObjectCommand({ ...this.#at(key), ...part });
    const { Body } = await explained(this.#client.send(command));
    return Body as Readable;
  }

  async size(key: string): Promise<number | undefined> {
    const command = new HeadObjectCommand(this.#at(key));
    try {
      const head = await this.#client.send(command);
      return head.ContentLength;
    } catch (failure) {
      if (isMissing(failure)) return undefined;
      throw storageUnavailable(failure);
    }
  }

  localPath(key: string): Promise<string> {
    return this.#copies.of(checkKey(key), () => this.read(key));
  }

  async remove(key: string): Promise<void> {
    await this.#copies.remove(checkKey(key));
    await explained(this.#client.send(new DeleteObjectCommand(this.#at(key))));
    await this.#forgetParts(key);
  }

  async status(): Promise<'ok' | 'unavailable'> {
    const abortSignal = AbortSignal.timeout(HEALTH_TIMEOUT);
    return this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal }).then(
      () => 'ok',
      () => 'unavailable',
    );
  }

  /** Aborts incomplete uploads of a killed server, which are stored and charged otherwise. */
  async #forgetParts(key: string): Promise<void> {
    const place = this.#at(key);
    const command = new ListMultipartUploadsCommand({ Bucket: place.Bucket, Prefix: place.Key });
    // Some stores cannot list them, and clean up by a bucket rule.
    const { Uploads = [] } = await this.#client.send(command).catch(() => ({ Uploads: [] }));
    for (const { UploadId } of Uploads)
      await this.#client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {});
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + checkKey(key) };
  }
}

/** Throws HttpError in the place of errors of the store. */
export async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (failure) {
    throw isMissing(failure) ? contentMissing(failure) : storageUnavailable(failure);
  }
}

/** A missing bucket is not a missing file. */
export function isMissing(failure: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((failure as Error).name);
}
