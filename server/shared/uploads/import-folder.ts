import type { Caller } from '../../base/caller.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { HttpError } from '../../base/http-error.ts';
import { openOutside } from '../../platform/storage/open.ts';
import type { OutsideFiles } from '../../platform/storage/outside-files.ts';

/** Throws HttpError 403 for others than super administrators: the folder is of the server, not of an organization. */
export async function importFolder(config: ServerConfig, caller: Caller): Promise<OutsideFiles> {
  if (!caller.superAdministrator) throw new HttpError(403, 'uploads.only-super-administrators');
  const folder = await openOutside(config);
  if (!folder) throw new HttpError(404, 'uploads.no-folder');
  return folder;
}

/** Bytes of a file of the import folder. Throws HttpError 422 when it is none. */
export async function importedFile(folder: OutsideFiles, file: string): Promise<number> {
  const bytes = await folder.size(file);
  if (!bytes) throw new HttpError(422, 'uploads.no-such-file', { name: file });
  return bytes;
}
