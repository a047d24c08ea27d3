import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { HttpError } from '../../base/http-error.ts';
import { contentMissing } from './errors.ts';
import type { ByteRange, Storage, StorageStatus } from './storage.ts';

const PREFIX = 'outside/';
/** Characters of one step of a key, which may become a file name. */
const STEP = 120;

/** The key of a file below the import folder; `id` distinguishes the records that use the same file. */
export function outsideKey(file: string, id: string): string {
  const encoded = Buffer.from(file).toString('base64url');
  const steps = encoded.match(new RegExp(`.{1,${STEP}}`, 'g')) ?? [];
  return `${PREFIX}${[id, ...steps.map((step) => `x${step}`)].join('/')}`;
}

function pathOfKey(key: string): string {
  const [, ...steps] = key.slice(PREFIX.length).split('/');
  return Buffer.from(steps.map((step) => step.slice(1)).join(''), 'base64url').toString();
}

/**
 * The real path of a file or folder below `root`. Throws HttpError 422 for one outside of it, also by a link, and 404
 * when there is none.
 */
export async function insideFolder(root: string, file: string): Promise<string> {
  if (file.includes('\0')) throw new HttpError(422, 'uploads.outside-folder');
  const real = await fs.realpath(root).catch(() => undefined);
  const wanted = path.resolve(root, file);
  const lexical = path.relative(root, wanted);
  if (lexical.startsWith('..') || path.isAbsolute(lexical) || path.isAbsolute(file))
    throw new HttpError(422, 'uploads.outside-folder');
  const found = real && (await fs.realpath(wanted).catch(() => undefined));
  if (!real || !found) throw new HttpError(404, 'http.not-found');
  if (found !== real && !found.startsWith(real + path.sep))
    throw new HttpError(422, 'uploads.outside-folder');
  return found;
}

/** A storage in which some contents are files of the import folder: read there, never changed or removed. */
export class OutsideStorage implements Storage {
  readonly #own: Storage;
  readonly #root: string;

  constructor(own: Storage, root: string) {
    this.#own = own;
    this.#root = root;
  }

  write(key: string, content: Readable, limit: number): Promise<number> {
    return this.#own.write(key, content, limit);
  }

  moveIn(key: string, file: string, bytes: number): Promise<void> {
    return this.#own.moveIn(key, file, bytes);
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    if (!key.startsWith(PREFIX)) return this.#own.read(key, range);
    const handle = await fs.open(await this.localPath(key));
    return createReadStream('', { fd: handle, autoClose: true, highWaterMark: 1024 ** 2, ...range });
  }

  async size(key: string): Promise<number | undefined> {
    if (!key.startsWith(PREFIX)) return this.#own.size(key);
    return fs.stat(await this.localPath(key)).then(({ size }) => size);
  }

  async localPath(key: string): Promise<string> {
    if (!key.startsWith(PREFIX)) return this.#own.localPath(key);
    return insideFolder(this.#root, pathOfKey(key)).catch((failure: unknown) => {
      throw contentMissing(failure);
    });
  }

  async remove(key: string): Promise<void> {
    if (!key.startsWith(PREFIX)) await this.#own.remove(key);
  }

  status(): Promise<StorageStatus> {
    return this.#own.status();
  }
}
