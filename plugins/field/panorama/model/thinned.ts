import type { PanoramicPlace } from '#core/protocol';

/** Most symbols of one view. */
const MOST = 2_000;

/**
 * Which of `candidates` are drawn: one for each square of `apart` pixels, or of larger ones where these are too many, so that their
 * number is that of the screen and not of the project. `isRoomy`: they are on average `room` pixels apart, enough for their directions.
 */
export function thinned(
  places: readonly Pick<PanoramicPlace, 'position'>[],
  candidates: readonly number[],
  resolution: number,
  apart: number,
  room: number,
): { drawn: number[]; isRoomy: boolean } {
  const drawn = onePerSquare(places, candidates, (apart * resolution) / 111_320);
  if (drawn.length > MOST)
    return { ...thinned(places, drawn, resolution, apart * 1.5, room), isRoomy: false };
  // Where squares hold several, neighbours touch.
  const isRoomy = drawn.length === candidates.length || drawn.length * (room / apart) >= candidates.length;
  return { drawn, isRoomy: isRoomy && drawn.length < MOST / 2 };
}

/** `cell`: degrees of latitude. */
function onePerSquare(
  places: readonly Pick<PanoramicPlace, 'position'>[],
  candidates: readonly number[],
  cell: number,
): number[] {
  const taken = new Set<number>();
  return candidates.filter((i) => {
    const [longitude, latitude] = places[i]!.position;
    const row = Math.floor(latitude / cell);
    // One width for a row: else a square of it would begin elsewhere for each latitude.
    const column = Math.floor((longitude * Math.cos((row * cell * Math.PI) / 180)) / cell);
    const key = row * 1e8 + column;
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  });
}
