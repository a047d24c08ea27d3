import type { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { HttpError } from '../../base/http-error.ts';
import type { Copies } from './copies.ts';
import { inOrder, MAX_ENTRIES, tooLarge, type OutsideEntry, type OutsideFiles } from './outside-files.ts';
import { clientOf, explained, isMissing } from './s3.ts';
import type { S3Address } from './s3-address.ts';
import type { ByteRange } from './storage.ts';

/** Files in a bucket of an S3-compatible store: what is before a `/` counts as a folder. */
export class OutsideBucket implements OutsideFiles {
  readonly #client: S3Client;
  readonly #address: S3Address;
  readonly #copies: Copies;

  constructor(address: S3Address, copies: Copies) {
    this.#client = clientOf(address);
    this.#address = address;
    this.#copies = copies;
  }

  async list(below: string): Promise<OutsideEntry[]> {
    const folder = below === '' || below === '.' ? '' : `${clean(below)}/`;
    const { Bucket, Key: Prefix } = this.#at(folder);
    const found: OutsideEntry[] = [];
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', ContinuationToken });
      const page = await explained(this.#client.send(command));
      const nameOf = (key: string) => key.slice(Prefix.length).replace(/\/$/, '');
      for (const { Prefix: key = '' } of page.CommonPrefixes ?? [])
        found.push({ ...entry(folder, nameOf(key)), folder: true, bytes: null, modifiedAt: null });
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        if (Key !== Prefix)
          found.push({
            ...entry(folder, nameOf(Key)),
            folder: false,
            bytes: Size,
            modifiedAt: LastModified?.toISOString() ?? null,
          });
      if (found.length > MAX_ENTRIES) throw tooLarge(found.length);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    if (found.length === 0 && folder !== '') throw new HttpError(404, 'http.not-found');
    return inOrder(found.filter(({ name }) => name !== '' && !name.startsWith('.')));
  }

  async size(file: string): Promise<number | undefined> {
    try {
      return (await this.#client.send(new HeadObjectCommand(this.#at(clean(file))))).ContentLength;
    } catch (failure) {
      if (isMissing(failure)) throw new HttpError(404, 'http.not-found');
      return explained(Promise.reject(failure as Error));
    }
  }

  async read(file: string, range?: ByteRange): Promise<Readable> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const command = new GetObjectCommand({ ...this.#at(clean(file)), ...part });
    return (await explained(this.#client.send(command))).Body as Readable;
  }

  localPath(file: string, key: string): Promise<string> {
    return this.#copies.of(key, () => this.read(file));
  }

  #at(file: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + file };
  }
}

const entry = (folder: string, name: string) => ({ name, path: folder + name });

/** A path without steps that lead nowhere. Throws HttpError 422 for one that leads out. */
function clean(file: string): string {
  const steps = file.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..') || file.includes('\0')) throw new HttpError(422, 'uploads.outside-folder');
  return steps.join('/');
}
