import { AppError } from '#core/kernel';

let egm96: ((latitude: number, longitude: number) => number) | undefined;

/** Brings the geoid EGM96: two megabytes, so only when it is asked for. */
export async function loadGeoid(): Promise<void> {
  if (!egm96) egm96 = (await import('egm96-universal')).meanSeaLevel;
}

/**
 * How far the geoid EGM96 lies above the ellipsoid WGS84, metres: ellipsoidal height = height above the geoid + this.
 * Between the four values around in NGA's grid of 15', which agrees with the model to a decimetre but for a few places
 * in the mountains. Wants `loadGeoid` first. @throws AppError('geoid-missing').
 */
export function geoidHeight(longitude: number, latitude: number): number {
  if (!egm96) throw new AppError('geoid-missing', 'The geoid is not loaded yet; try again in a moment.');
  return egm96(latitude, ((((longitude + 180) % 360) + 360) % 360) - 180);
}
