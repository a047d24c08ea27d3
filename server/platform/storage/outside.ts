import type { Readable } from 'node:stream';
import type { OutsideFiles } from './outside-files.ts';
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

/** A storage in which some contents are files of the import folder: read there, never changed or removed. */
export class OutsideStorage implements Storage {
  readonly #own: Storage;
  readonly #files: OutsideFiles;

  constructor(own: Storage, files: OutsideFiles) {
    this.#own = own;
    this.#files = files;
  }

  write(key: string, content: Readable, limit: number): Promise<number> {
    return this.#own.write(key, content, limit);
  }

  moveIn(key: string, file: string, bytes: number): Promise<void> {
    return this.#own.moveIn(key, file, bytes);
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    if (!key.startsWith(PREFIX)) return this.#own.read(key, range);
    return this.#files.read(pathOfKey(key), range);
  }

  async size(key: string): Promise<number | undefined> {
    if (!key.startsWith(PREFIX)) return this.#own.size(key);
    return this.#files.size(pathOfKey(key));
  }

  async localPath(key: string): Promise<string> {
    if (!key.startsWith(PREFIX)) return this.#own.localPath(key);
    return this.#files.localPath(pathOfKey(key), key);
  }

  async remove(key: string): Promise<void> {
    if (!key.startsWith(PREFIX)) await this.#own.remove(key);
  }

  status(): Promise<StorageStatus> {
    return this.#own.status();
  }
}
