import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../http/refusal.ts';
import type { Storage } from './storage.ts';

/** Files in a folder. One is written under a temporary name, synced, then renamed: it appears whole or not at all. */
export class FolderStorage implements Storage {
  #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async write(key: string, content: Readable, limit: number): Promise<number> {
    const file = this.#pathOf(key);
    await fs.mkdir(path.dirname(file), { recursive: true });
    const beside = `${file}.${randomUUID()}.part`;
    const counter = new Counter(limit);
    try {
      await pipeline(content, counter, createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true }));
      await fs.rename(beside, file);
      return counter.bytes;
    } catch (failure) {
      await fs.rm(beside, { force: true });
      throw failure;
    }
  }

  async read(key: string): Promise<Readable> {
    const handle = await fs.open(this.#pathOf(key));
    return createReadStream('', { fd: handle, autoClose: true });
  }

  async localPath(key: string): Promise<string> {
    const file = this.#pathOf(key);
    await fs.access(file);
    return file;
  }

  async remove(key: string): Promise<void> {
    await fs.rm(this.#pathOf(key), { force: true });
  }

  async status(): Promise<'ok' | 'unavailable'> {
    const writable = await fs.mkdir(this.#root, { recursive: true }).then(
      () => fs.access(this.#root, fs.constants.W_OK).then(() => true),
      () => false,
    );
    return writable ? 'ok' : 'unavailable';
  }

  /** Keys are made by the server; one that would lead elsewhere is a fault of ours and stops here. */
  #pathOf(key: string): string {
    if (!/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i.test(key))
      throw new Error(`Not a storage key: ${key}`);
    return path.join(this.#root, key);
  }
}

class Counter extends Transform {
  bytes = 0;
  #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override _transform(
    piece: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null, data?: Buffer) => void,
  ) {
    this.bytes += piece.length;
    if (this.bytes > this.#limit)
      done(new Refusal(413, 'http.upload-too-large', { megabytes: Math.floor(this.#limit / 1024 / 1024) }));
    else done(null, piece);
  }
}
