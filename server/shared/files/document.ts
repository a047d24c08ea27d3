import type { FileRecord, PhotoFacts, PhotoPose } from '#core/protocol';
import { hasPreview } from './pictures.ts';
import { contentOf, type FileRow } from './store.ts';

const GB = 1024 ** 3;
/** Largest document, bytes. */
export const MAX_BYTES = 2 * GB;

/** A document as the API returns it. */
export function asFile(row: FileRow): FileRecord {
  const photo = row.facts as PhotoFacts | null;
  const { geometryId, surveyId, folder, tags, expiresOn } = row;
  return {
    ...contentOf(row),
    geometryId,
    surveyId,
    folder,
    tags,
    expiresOn,
    photo,
    pose: photo && poseOf(photo, row.details['pose'] as PhotoPose | undefined),
    preview: hasPreview(row.mediaType),
    blurred: row.blurred,
  };
}

/** Where a photo was taken and where it looks: as a person has corrected it, or as its metadata say. */
function poseOf(photo: PhotoFacts, corrected: PhotoPose | undefined): FileRecord['pose'] {
  if (corrected) return { ...corrected, by: 'person' };
  return { position: photo.position, heading: photo.direction, pitch: photo.pitch ?? null, by: 'photo' };
}
