import { grants, type BlurRegion, type PhotoFacts } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import type { PictureWindow } from './blur-picture.ts';
import { blurredPicture, isPhoto } from './pictures.ts';
import { claim, keepBytes, release } from './receive.ts';
import type { FileKind } from './scope.ts';
import { findFile, lockFile, type FileRow } from './store.ts';
import type { FileContent } from './versions.ts';

export const WITH_PICTURES: readonly FileKind[] = ['document', 'panoramic', 'pointcloud-image'];
/** Reads originals, and uncovers what is blurred. */
const RIGHT = 'files.original';

interface Original extends FileContent {
  facts: PhotoFacts | null;
}

interface Stored {
  regions: BlurRegion[] | null;
  original: Original | null;
}

/** What is blurred of the current content of a file, and the content before that. */
export async function storedBlur(
  db: Queries,
  { id, content }: Pick<FileRow, 'id' | 'content'>,
): Promise<Stored> {
  const [row] = await db.query<Stored>(
    'select regions, original from file_versions where file_id = $1 and version = $2',
    [id, content],
  );
  return row!;
}

export interface Blurring {
  caller: Caller;
  services: Services;
  id: string;
  ifMatch: number;
  kinds: readonly FileKind[];
  regions: readonly BlurRegion[];
  describe: (row: FileRow) => unknown;
  /** Of a panorama: what of the sphere the picture has. Throws HttpError when that cannot be said. */
  windowOf?(facts: PhotoFacts, row: FileRow): PictureWindow;
  /** In the transaction that changes the content. */
  changed?(tx: Queries, row: FileRow): Promise<unknown>;
}

const WHOLE: PictureWindow = [0, 0, 1, 1];

/**
 * Replaces a picture by one with regions blurred: whatever reads the content of the file then has only that. The original is
 * kept beside it, for those who have the right to it.
 */
export async function blurFileContent(blurring: Blurring): Promise<FileRow> {
  const { caller, services, id, ifMatch, kinds, regions, describe } = blurring;
  const { db } = services;
  const row = await db.transaction((tx) => lockFile(tx, caller, id, kinds, ifMatch, describe));
  if (regions.length > 0 && !isPhoto(row.mediaType))
    throw new HttpError(422, 'files.blur-no-picture', { name: row.name });
  const before = await storedBlur(db, row);
  if (regions.length === 0 && !before.original) return row;
  refuseUncovering(caller, before.regions ?? [], regions);
  const original: Original = before.original ?? {
    ...contentOnly(row),
    facts: row.facts as PhotoFacts | null,
  };
  const made = regions.length > 0 ? await make(blurring, row, original) : undefined;
  try {
    await db.transaction(async (tx) => {
      const now = await lockFile(tx, caller, id, kinds, ifMatch, describe);
      await holdUnarchived(tx, [now.projectId]);
      if (made) await claim(tx, made.key);
      const next = made ?? original;
      // A restored version has the same content.
      await tx.query(
        `update file_versions set key = $3, bytes = $4, sha256 = $5, media_type = $6, facts = $7::jsonb,
           regions = $8::jsonb, original = $9::jsonb where file_id = $1 and key = $2`,
        [
          id,
          row.key,
          next.key,
          next.bytes,
          next.sha256,
          next.mediaType,
          next.facts && JSON.stringify(next.facts),
          made ? JSON.stringify(regions) : null,
          made ? JSON.stringify(original) : null,
        ],
      );
      await tx.query(
        'update files set version = version + 1, updated_at = now(), updated_by = $2 where id = $1',
        [id, caller.userId],
      );
      await blurring.changed?.(tx, now);
    });
  } catch (thrown) {
    if (made) await release(services, made.key);
    throw thrown;
  }
  return findFile(db, caller, id, kinds);
}

async function make(
  { services, regions, windowOf }: Blurring,
  row: FileRow,
  original: Original,
): Promise<Original> {
  const { facts } = original;
  const window = facts && windowOf ? windowOf(facts, row) : WHOLE;
  const blurred = await blurredPicture({
    look: 'blur',
    file: await services.storage.localPath(original.key),
    mediaType: original.mediaType,
    regions,
    window,
    isSphere: windowOf !== undefined,
  });
  if (!blurred) throw new HttpError(422, 'files.blur-failed', { name: row.name });
  const { bytes, mediaType, width, height } = blurred;
  const kept = await keepBytes(services, bytes);
  return { ...kept, mediaType, facts: facts && { ...facts, width, height, orientation: 1 } };
}

/** Without the right to originals, what is blurred stays so. Throws HttpError 403. */
function refuseUncovering(caller: Caller, before: readonly BlurRegion[], after: readonly BlurRegion[]): void {
  if (grants(caller.authorizations, RIGHT)) return;
  const kept = new Set(after.map((region) => JSON.stringify(region)));
  if (!before.every((region) => kept.has(JSON.stringify(region))))
    throw new HttpError(403, 'files.blur-stays');
}

const contentOnly = ({ key, mediaType, bytes, sha256 }: FileRow): FileContent => ({
  key,
  mediaType,
  bytes,
  sha256,
});
