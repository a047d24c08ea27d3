import { distance, inverse } from '#core/geodesy';
import type { PanoramicPlace } from '#core/protocol';

/** Metres within which other panoramas are neighbours by place. */
const REACH = 60;
/** Neighbours are offered in this many directions: in each the nearest. */
const SECTORS = 8;

export interface Neighbour {
  readonly place: PanoramicPlace;
  /** Metres. */
  readonly distance: number;
  /** Degrees clockwise from true north. */
  readonly azimuth: number;
}

/** The panorama after (1) or before (−1) another along its track; `places` are in that order. */
export function along(
  places: readonly PanoramicPlace[],
  current: PanoramicPlace,
  step: 1 | -1,
): PanoramicPlace | undefined {
  const found = places[places.findIndex(({ id }) => id === current.id) + step];
  const isNext =
    found !== undefined && found.surveyId === current.surveyId && found.trackId === current.trackId;
  return isNext ? found : undefined;
}

/** The nearest in each direction. `near` are those in question. */
export function around(near: readonly PanoramicPlace[], current: PanoramicPlace): Neighbour[] {
  const nearest = new Map<number, Neighbour>();
  for (const place of near) {
    if (place.id === current.id) continue;
    const { length, azimuth } = way(current, place);
    if (length > REACH || length < 0.05) continue;
    const sector = Math.floor((azimuth / 360) * SECTORS + 0.5) % SECTORS;
    const before = nearest.get(sector);
    if (!before || length < before.distance) nearest.set(sector, { place, distance: length, azimuth });
  }
  return [...nearest.values()].sort((a, b) => a.azimuth - b.azimuth);
}

/** Degrees of longitude and latitude that hold everything within reach. */
export function reachAround([longitude, latitude]: readonly [number, number, ...number[]]) {
  const north = REACH / 110_500;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return [longitude - east, latitude - north, longitude + east, latitude + north] as const;
}

function way(from: PanoramicPlace, to: PanoramicPlace): { length: number; azimuth: number } {
  const [a, b] = [from.position, to.position];
  const length = distance([a[0], a[1]], [b[0], b[1]]);
  return { length, azimuth: (inverse([a[0], a[1]], [b[0], b[1]]).azimuth + 360) % 360 };
}
