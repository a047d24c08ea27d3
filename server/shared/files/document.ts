import type { FileRecord, PhotoFacts } from '#core/protocol';
import { hasPreview } from './pictures.ts';
import { contentOf, type FileRow } from './store.ts';

const GB = 1024 ** 3;
/** Largest document, bytes. */
export const MAX_BYTES = 2 * GB;

/** A document as the API returns it. */
export function asFile(row: FileRow): FileRecord {
  return {
    ...contentOf(row),
    geometryId: row.geometryId,
    photo: row.facts as PhotoFacts | null,
    preview: hasPreview(row.mediaType),
  };
}
