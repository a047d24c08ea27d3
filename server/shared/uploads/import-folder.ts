import fs from 'node:fs/promises';
import path from 'node:path';
import type { ImportEntry } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { HttpError } from '../../base/http-error.ts';
import { insideFolder } from '../../platform/storage/outside.ts';

const MAX_ENTRIES = 5000;

/** Throws HttpError 403 for others than super administrators: the folder is of the server, not of an organization. */
export function importFolder({ importFolder: folder }: ServerConfig, caller: Caller): string {
  if (!caller.superAdministrator) throw new HttpError(403, 'uploads.only-super-administrators');
  if (!folder) throw new HttpError(404, 'uploads.no-folder');
  return folder;
}

/** Its files and folders by name, without hidden ones. */
export async function readImportFolder(root: string, below: string): Promise<ImportEntry[]> {
  const folder = await insideFolder(root, below);
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => {
    throw new HttpError(404, 'http.not-found');
  });
  const shown = entries
    .filter((entry) => (entry.isFile() || entry.isDirectory()) && !entry.name.startsWith('.'))
    .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || a.name.localeCompare(b.name));
  if (shown.length > MAX_ENTRIES)
    throw new HttpError(413, 'uploads.folder-too-large', { count: shown.length, max: MAX_ENTRIES });
  return Promise.all(
    shown.map(async (entry) => {
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
}

/** Bytes of a file below the folder. Throws HttpError 422 when it is none. */
export async function importedFile(root: string, file: string): Promise<number> {
  const found = await fs.stat(await insideFolder(root, file));
  if (!found.isFile() || found.size === 0) throw new HttpError(422, 'uploads.no-such-file', { name: file });
  return found.size;
}
