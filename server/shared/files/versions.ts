import { grants } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isPhoto } from './pictures.ts';
import type { FileRow } from './store.ts';

export type FileContent = Pick<FileRow, 'key' | 'mediaType' | 'bytes' | 'sha256'>;

/**
 * The current content of a file, or that of an earlier version. Throws HttpError 404, and 403 for an earlier picture that may
 * show what is blurred in another version.
 */
export async function contentOfVersion(
  db: Queries,
  caller: Caller,
  row: FileRow,
  version: number | undefined,
): Promise<FileContent> {
  if (version === undefined || version === row.content) return row;
  const [found] = await db.query<FileContent & { isBlurred: boolean; isElsewhere: boolean }>(
    `select key, media_type as "mediaType", bytes, sha256, original is not null as "isBlurred",
       exists (select 1 from file_versions o where o.file_id = $1 and o.original is not null) as "isElsewhere"
     from file_versions where file_id = $1 and version = $2`,
    [row.id, version],
  );
  if (!found) throw new HttpError(404, 'http.not-found');
  const { isBlurred, isElsewhere, ...content } = found;
  const shows = isElsewhere && !isBlurred && isPhoto(content.mediaType);
  if (shows && !grants(caller.authorizations, 'files.original'))
    throw new HttpError(403, 'files.original-only', { name: row.name });
  return content;
}
