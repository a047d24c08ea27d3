import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Milliseconds after which an unused copy is removed. */
const COPY_LIFETIME = 6 * 3_600_000;
const SWEEP_EVERY = 600_000;

/** Local copies of remote files. The content of a key never changes: a copy stays valid. */
export class Copies {
  readonly #folder: string;
  readonly #coming = new Map<string, Promise<string>>();
  #sweptAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Path of the local copy, fetched if missing; concurrent calls fetch it once. */
  of(key: string, fetch: () => Promise<Readable>): Promise<string> {
    const coming = this.#coming.get(key) ?? this.#find(key, fetch);
    this.#coming.set(key, coming);
    return coming.finally(() => this.#coming.delete(key));
  }

  async remove(key: string): Promise<void> {
    await fs.rm(this.#pathOf(key), { force: true });
  }

  async #find(key: string, fetch: () => Promise<Readable>): Promise<string> {
    const file = this.#pathOf(key);
    const now = new Date();
    const there = await fs.utimes(file, now, now).then(
      () => true,
      () => false,
    );
    if (there) return file;
    await this.#sweep(now.getTime());
    await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}.part`;
    try {
      await pipeline(await fetch(), createWriteStream(temporary, { mode: 0o600 }));
      await fs.rename(temporary, file);
      return file;
    } catch (failure) {
      await fs.rm(temporary, { force: true });
      throw failure;
    }
  }

  async #sweep(now: number): Promise<void> {
    if (now - this.#sweptAt < SWEEP_EVERY) return;
    this.#sweptAt = now;
    for (const name of await fs.readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name);
      const old = await fs.stat(file).then(
        ({ mtimeMs }) => now - mtimeMs > COPY_LIFETIME,
        () => false,
      );
      if (old) await fs.rm(file, { force: true });
    }
  }

  #pathOf(key: string): string {
    return path.join(this.#folder, key.replaceAll('/', '+'));
  }
}
