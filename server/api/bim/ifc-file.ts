import type { JobServices } from '../../platform/services/services.ts';
import type { FileRow } from '../../shared/files/store.ts';
import { unpackIfc } from './unpack.ts';

/** Media type of a compressed IFC file. */
export const ZIP = 'application/x-step+zip';

/** The IFC file of a model on this machine; of an archive it is unpacked into `folder`. Throws HttpError 422. */
export async function ifcFileOf(
  { storage }: Pick<JobServices, 'storage'>,
  { key, mediaType, name }: Pick<FileRow, 'key' | 'mediaType' | 'name'>,
  folder: string,
): Promise<string> {
  const stored = await storage.localPath(key);
  return mediaType === ZIP ? unpackIfc(stored, folder, name) : stored;
}
