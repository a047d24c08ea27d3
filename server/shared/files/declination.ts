import { declinationAt, loadMagneticModel } from '#core/geodesy';
import type { PhotoFacts } from '#core/protocol';

/** Loads what `declinationOf` needs, if one of the photos needs it. */
export async function readyDeclination(photos: readonly (PhotoFacts | null)[]): Promise<void> {
  if (photos.some((photo) => photo?.directionFrom === 'magnetic')) await loadMagneticModel();
}

/**
 * How far magnetic north was from true north when and where a photo was taken, degrees clockwise; null where its time or place, or
 * a model of then, is missing.
 */
export function declinationOf(
  photo: Pick<PhotoFacts, 'takenAt' | 'takenAtLocal'> | null,
  position: readonly [number, number, number?] | null,
): number | null {
  // A time zone makes no difference.
  const time = photo?.takenAt ?? (photo?.takenAtLocal && `${photo.takenAtLocal}Z`);
  return position && time ? (declinationAt(position, new Date(time))?.degrees ?? null) : null;
}
