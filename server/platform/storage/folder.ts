import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Counter } from './counter.ts';
import { contentMissing, storageFull, storageUnavailable } from './errors.ts';
import { checkKey, type ByteRange, type Storage, type StorageStatus } from './storage.ts';

/** Write buffer in bytes: chunks that wait are written together, which halves the work. */
const WAITING = 1024 ** 2;
/** With less free space, bytes, the storage counts as full. */
const MIN_FREE = 100 * 1024 ** 2;

/**
 * Files in a folder. A file is written beside its final path, synced, then renamed: it appears complete or not at
 * all.
 */
export class FolderStorage implements Storage {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Created now and not with the first file: a folder missing later means a missing disk. */
  static async open(root: string): Promise<FolderStorage> {
    await fs.mkdir(root, { recursive: true, mode: 0o700 });
    return new FolderStorage(root);
  }

  async write(key: string, content: Readable, limit: number): Promise<number> {
    const file = this.#pathOf(key);
    const temporary = `${file}.part`;
    const counter = new Counter(limit);
    try {
      await fs.access(this.#root);
      await fs.mkdir(path.dirname(file), { recursive: true });
      await pipeline(
        content,
        counter,
        createWriteStream(temporary, { mode: 0o600, flush: true, highWaterMark: WAITING }),
      );
      await fs.rename(temporary, file);
      await sync(path.dirname(file));
      return counter.bytes;
    } catch (failure) {
      content.destroy();
      await fs.rm(temporary, { force: true }).catch(() => {});
      throw explained(failure);
    }
  }

  async moveIn(key: string, from: string, bytes: number): Promise<void> {
    const file = this.#pathOf(key);
    try {
      await fs.access(this.#root);
      await fs.mkdir(path.dirname(file), { recursive: true });
      await sync(from);
      await fs.rename(from, file);
      await sync(path.dirname(file));
    } catch (failure) {
      if (codeOf(failure) !== 'EXDEV') throw explained(failure);
      await this.write(key, createReadStream(from), bytes);
      await fs.rm(from);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const handle = await fs.open(this.#pathOf(key));
      return createReadStream('', { fd: handle, autoClose: true, ...range });
    } catch (failure) {
      throw await this.#absent(failure);
    }
  }

  async size(key: string): Promise<number | undefined> {
    try {
      return (await fs.stat(this.#pathOf(key))).size;
    } catch (failure) {
      if (codeOf(failure) === 'ENOENT') return undefined;
      throw explained(failure);
    }
  }

  async localPath(key: string): Promise<string> {
    const file = this.#pathOf(key);
    try {
      await fs.access(file);
      return file;
    } catch (failure) {
      throw await this.#absent(failure);
    }
  }

  async remove(key: string): Promise<void> {
    const file = this.#pathOf(key);
    await fs.rm(file, { force: true });
    await fs.rm(`${file}.part`, { force: true });
  }

  async status(): Promise<StorageStatus> {
    try {
      await fs.access(this.#root, fs.constants.W_OK);
      const { bavail, bsize } = await fs.statfs(this.#root);
      return bavail * bsize < MIN_FREE ? 'full' : 'ok';
    } catch {
      return 'unavailable';
    }
  }

  /** Distinguishes a missing file from a missing folder. */
  async #absent(failure: unknown): Promise<unknown> {
    const alone = codeOf(failure) === 'ENOENT' && (await this.status()) !== 'unavailable';
    return alone ? contentMissing(failure) : explained(failure);
  }

  #pathOf(key: string): string {
    return path.join(this.#root, checkKey(key));
  }
}

/** Of a file or a folder; a rename is durable only after its folder is synced. */
async function sync(entry: string): Promise<void> {
  const handle = await fs.open(entry);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** File system errors as messages; errors thrown by the content pass through. */
function explained(failure: unknown): unknown {
  const { syscall } = failure as NodeJS.ErrnoException;
  if (syscall === undefined) return failure;
  const code = codeOf(failure);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return storageFull(failure);
  return storageUnavailable(failure);
}

function codeOf(failure: unknown): string | undefined {
  return (failure as NodeJS.ErrnoException).code;
}
