import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { HttpError } from '../../base/http-error.ts';
import { contentMissing } from './errors.ts';
import { inOrder, MAX_ENTRIES, tooLarge, type OutsideEntry, type OutsideFiles } from './outside-files.ts';
import type { ByteRange } from './storage.ts';

/**
 * The real path of a file or folder below `root`. Throws HttpError 422 for one outside of it, also by a link, and 404
 * when there is none.
 */
async function insideFolder(root: string, file: string): Promise<string> {
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

/** Files in a folder of this machine. */
export class OutsideFolder implements OutsideFiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async list(below: string): Promise<OutsideEntry[]> {
    const folder = await insideFolder(this.#root, below);
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => {
      throw new HttpError(404, 'http.not-found');
    });
    const shown = entries.filter(
      (entry) => (entry.isFile() || entry.isDirectory()) && !entry.name.startsWith('.'),
    );
    if (shown.length > MAX_ENTRIES) throw tooLarge(shown.length);
    const found = await Promise.all(
      shown.map(async (entry): Promise<OutsideEntry> => {
        const { size, mtime } = await fs.stat(path.join(folder, entry.name));
        const isFolder = entry.isDirectory();
        return {
          name: entry.name,
          path: path.posix.join(below.replaceAll('\\', '/'), entry.name),
          folder: isFolder,
          bytes: isFolder ? null : size,
          modifiedAt: mtime.toISOString(),
        };
      }),
    );
    return inOrder(found);
  }

  async size(file: string): Promise<number | undefined> {
    const found = await fs.stat(await insideFolder(this.#root, file));
    return found.isFile() ? found.size : undefined;
  }

  async read(file: string, range?: ByteRange): Promise<Readable> {
    const handle = await fs.open(await this.localPath(file));
    return createReadStream('', { fd: handle, autoClose: true, highWaterMark: 1024 ** 2, ...range });
  }

  localPath(file: string): Promise<string> {
    return insideFolder(this.#root, file).catch((failure: unknown) => {
      throw contentMissing(failure);
    });
  }
}
