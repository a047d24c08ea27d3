import type { PanoramicPlace } from '#core/protocol';

/** Most symbols of one view. */
const MOST = 2_000;

/**
 * Which of `candidates` are drawn: one for each square of `apart` pixels, so that their number is that of the screen and
 * not of the project. `isRoomy`: they are on average `room` pixels apart, enough for their directions.
 */
export function thinned(
  places: readonly Pick<PanoramicPlace, 'position'>[],
  candidates: readonly number[],
  resolution: number,
  apart: number,
  room: number,
): { drawn: number[]; isRoomy: boolean } {
  const cell = (apart * resolution) / 111_320;
  const taken = new Set<number>();
  const drawn: number[] = [];
  for (const i of candidates) {
    const [longitude, latitude] = places[i]!.position;
    const row = Math.floor(latitude / cell);
    // One width for a row: else a square of it would begin elsewhere for each latitude.
    const column = Math.floor((longitude * Math.cos((row * cell * Math.PI) / 180)) / cell);
    const key = row * 1e8 + column;
    if (taken.has(key)) continue;
    taken.add(key);
    drawn.push(i);
    if (drawn.length === MOST) break;
  }
  // Where squares hold several, neighbours touch.
  const isRoomy = drawn.length === candidates.length || drawn.length * (room / apart) >= candidates.length;
  return { drawn, isRoomy: isRoomy && drawn.length < MOST / 2 };
}
