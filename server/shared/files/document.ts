import { fullCircle } from '#core/geodesy';
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
    pose: photo && poseOf(photo, row.details),
    preview: hasPreview(row.mediaType),
    blurred: row.blurred,
  };
}

/** What the server has found out, or a person has said, about a photo. */
interface PhotoDetails {
  pose?: PhotoPose;
  /** Where the track of its survey was at its time. */
  onTrack?: Pick<PhotoPose, 'position'> | null;
}

/** Where a photo was taken and where it looks: as a person has corrected it, as its metadata say, or as its track says. */
function poseOf(photo: PhotoFacts, { pose, onTrack }: PhotoDetails): FileRecord['pose'] {
  if (pose) return { ...pose, by: 'person' };
  const { direction, declination } = photo;
  const heading = direction === null ? null : fullCircle(direction + (declination ?? 0));
  const looks = { heading, pitch: photo.pitch ?? null };
  return photo.position === null && onTrack
    ? { ...looks, position: onTrack.position, by: 'track' }
    : { ...looks, position: photo.position, by: 'photo' };
}
