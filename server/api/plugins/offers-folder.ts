import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_OFFERS, PACKAGE_LIMITS, packageFile } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';

/** The names of the packages in a folder of the server, and how many there are beyond. Throws 422 where it cannot be read. */
export async function listFolder(folder: string): Promise<{ names: string[]; more: number }> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((thrown: unknown) => {
    throw new HttpError(422, 'plugins.folder-unreadable', {
      reason: (thrown as NodeJS.ErrnoException).code ?? '',
    });
  });
  const names = entries
    .filter((entry) => entry.isFile() && packageFile.safeParse(entry.name).success)
    .map(({ name }) => name)
    .sort();
  return { names: names.slice(0, MAX_OFFERS), more: Math.max(0, names.length - MAX_OFFERS) };
}

/** A package of the folder: a file in it, never what a link leads to. Throws 404, 413. */
export async function readFromFolder(folder: string | undefined, file: string): Promise<Buffer> {
  const absent = () => new HttpError(404, 'plugins.not-in-folder', { file });
  if (folder === undefined || !packageFile.safeParse(file).success) throw absent();
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  const handle = await fs.open(path.join(folder, file), flags).catch(() => Promise.reject(absent()));
  try {
    const { size } = await handle.stat();
    if (size > PACKAGE_LIMITS.zip)
      throw new HttpError(413, 'http.upload-too-large', { megabytes: PACKAGE_LIMITS.zip / 1024 ** 2 });
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
