import { AppError } from '#core/kernel';
import type { GridArea } from './grid-fault.ts';
import { GridShelf, type FetchGrid, type GridOffer } from './grid-shelf.ts';
import type { GeoidGrid } from './gtx.ts';

/** Height of the geoid above the ellipsoid, metres, and the geoid model it is from. */
export interface GeoidAt {
  readonly height: number;
  readonly model: string;
}

export const BUNDLED = 'EGM96';
/** Their reader is loaded with the first grid. */
export const shelf = new GridShelf<GeoidGrid>(
  async (bytes) => new (await import('./gtx.ts')).GeoidGrid(bytes),
);
let egm96: ((latitude: number, longitude: number) => number) | undefined;

/** Loads the geoid EGM96: two megabytes, so only on demand. */
export async function loadGeoid(): Promise<void> {
  if (!egm96) egm96 = (await import('egm96-universal')).meanSeaLevel;
}

/**
 * Returns the height of the geoid EGM96 above the WGS84 ellipsoid, metres: ellipsoidal height = height above the
 * geoid + this. Interpolated between the four nearest nodes of NGA's 15' grid, which agrees with the model to a
 * decimetre except at a few places in the mountains. Throws AppError('geoid-missing') before `loadGeoid`.
 */
export function geoidHeight(longitude: number, latitude: number): number {
  if (!egm96) throw new AppError('geoid-missing', 'The geoid is not loaded yet; try again in a moment.');
  return egm96(latitude, ((((longitude + 180) % 360) + 360) % 360) - 180);
}

/** Sets the uploaded geoids, replacing the previous ones. Outside their areas EGM96 is used. */
export function setGeoids(now: readonly GridOffer[], fetch: FetchGrid): void {
  shelf.put(now, fetch);
}

/**
 * Returns the height from the most accurate geoid uploaded for the place, else from EGM96, also if a grid cannot be
 * fetched. The model is always returned with it.
 */
export async function geoidAt(longitude: number, latitude: number): Promise<GeoidAt> {
  for (const offer of shelf.offers.filter(({ area }) => isNear(area, longitude, latitude))) {
    await shelf.bring([offer]).catch(() => undefined);
    const height = shelf.get(offer)?.height(longitude, latitude);
    if (height !== undefined) return { height, model: offer.name };
  }
  await loadGeoid();
  return { height: geoidHeight(longitude, latitude), model: BUNDLED };
}

/**
 * Returns whether a grid may contain the place. The grid itself decides exactly, and closes the gap if it extends
 * around the earth.
 */
export function isNear([west, south, east, north]: GridArea, longitude: number, latitude: number): boolean {
  const around = east - west > 350;
  const from = (((longitude - west) % 360) + 360) % 360;
  return latitude >= south && latitude <= north && (around || from <= east - west);
}
