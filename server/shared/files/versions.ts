import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { FileRow } from './store.ts';

export type FileContent = Pick<FileRow, 'key' | 'mediaType' | 'bytes' | 'sha256'>;

/** The current content of a file, or that of an earlier version. Throws HttpError 404. */
export async function contentOfVersion(
  db: Queries,
  row: FileRow,
  version: number | undefined,
): Promise<FileContent> {
  if (version === undefined) return row;
  const [found] = await db.query<FileContent>(
    `select key, media_type as "mediaType", bytes, sha256 from file_versions where file_id = $1 and version = $2`,
    [row.id, version],
  );
  if (!found) throw new HttpError(404, 'http.not-found');
  return found;
}
