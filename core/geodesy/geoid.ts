import { AppError } from '#core/kernel';
import type { GridArea } from './grid-fault.ts';
import { GridShelf, type FetchGrid, type GridOffer } from './grid-shelf.ts';
import { GeoidGrid } from './gtx.ts';

/** A height of the geoid above the ellipsoid, metres, and the model it is told by. */
export interface GeoidAt {
  readonly height: number;
  readonly model: string;
}

const BUNDLED = 'EGM96';
const shelf = new GridShelf((bytes) => new GeoidGrid(bytes));
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

/** From now on these geoids are used where they reach, and no others; EGM96 elsewhere. */
export function setGeoids(now: readonly GridOffer[], fetch: FetchGrid): void {
  shelf.put(now, fetch);
}

/**
 * By the most accurate geoid that the administrators have uploaded for the place, else by EGM96; so too where a grid cannot
 * be fetched: the model is always said.
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

/** May a grid reach there? It tells exactly itself, and closes the gap where it goes around the earth. */
function isNear([west, south, east, north]: GridArea, longitude: number, latitude: number): boolean {
  const around = east - west > 350;
  const from = (((longitude - west) % 360) + 360) % 360;
  return latitude >= south && latitude <= north && (around || from <= east - west);
}
