import { inverse } from '#core/geodesy';

/** Pitch below which a camera looks at the ground, degrees: what it takes is a picture from above. */
const NADIR = -60;
/** A compass without correction for declination may be off by this, degrees. */
const COMPASS = 12;
/** Metres: nearer than this, a direction says nothing. */
const BESIDE = 1.5;

export interface PhotoSight {
  position: readonly [number, number];
  heading: number | null;
  headingFrom: 'true' | 'magnetic' | null;
  pitch: number | null;
  fieldOfView: number | null;
  /** Height of the upright picture by its width. */
  aspect: number | null;
  /** Metres above the ground, taken as the height above the start of the drone. */
  height: number | null;
}

export function isNadir({ pitch }: Pick<PhotoSight, 'pitch'>): boolean {
  return pitch !== null && pitch < NADIR;
}

/** Whether one of the places is in the picture; null where the pose is not known well enough to say. */
export function seesPlace(photo: PhotoSight, places: readonly (readonly [number, number])[]): boolean | null {
  const sights = places.map((place) => (isNadir(photo) ? seesBelow(photo, place) : seesAhead(photo, place)));
  if (sights.includes(true)) return true;
  return sights.includes(null) ? null : false;
}

/** In the footprint of a camera that looks straight down on level ground. */
function seesBelow(photo: PhotoSight, place: readonly [number, number]): boolean | null {
  const { fieldOfView, aspect, height, heading, position } = photo;
  if (fieldOfView === null || aspect === null || height === null || height <= 0) return null;
  const { distance, azimuth } = inverse([...position], [...place]);
  const across = height * Math.tan((fieldOfView * Math.PI) / 360);
  const along = across * aspect;
  if (distance <= Math.min(across, along)) return true;
  if (distance > Math.hypot(across, along)) return false;
  if (heading === null) return null;
  const angle = ((azimuth - heading) * Math.PI) / 180;
  return Math.abs(distance * Math.sin(angle)) <= across && Math.abs(distance * Math.cos(angle)) <= along;
}

/** Between the left and right edge of a camera that looks ahead; what stands before the place is not known. */
function seesAhead(photo: PhotoSight, place: readonly [number, number]): boolean | null {
  const { heading, headingFrom, fieldOfView, position } = photo;
  if (heading === null) return null;
  const { distance, azimuth } = inverse([...position], [...place]);
  if (distance < BESIDE) return null;
  const off = Math.abs(((azimuth - heading + 540) % 360) - 180);
  // A camera with an unknown lens sees at most half of the horizon, and certainly what is in its middle.
  if (fieldOfView === null) return off > 90 ? false : off < COMPASS ? true : null;
  const within = fieldOfView / 2 - off;
  const unsure = headingFrom === 'true' ? 0 : COMPASS;
  return Math.abs(within) < unsure ? null : within >= 0;
}
