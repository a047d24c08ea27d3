import { cross, lengthOfVector, minus, type Vector } from '#core/geodesy';
import { placeInPicture, turnedBack, type Rotation } from '../pose.ts';
import { GreyPicture, type GreyPiece } from './grey-picture.ts';

/** Points along each side of the patch that is compared. */
export const SIDE = 17;
/** Standard deviation of greys (0 to 255) below which a patch is too plain to be recognized; assumed. */
const PLAIN = 6;

/** How one panorama stands in the frame in which all is computed: east, north and up. */
export interface Standpoint {
  readonly origin: Vector;
  readonly rotation: Rotation;
  readonly pieces: readonly GreyPiece[];
}

export interface Comparison {
  readonly first: Standpoint;
  readonly second: Standpoint;
  /** Of length 1: where the point is seen from the first. */
  readonly direction: Vector;
  /** Radians: of a pixel of the picture. */
  readonly pixel: number;
  /** Metres from the first. */
  readonly nearest: number;
  readonly farthest: number;
}

export interface Candidate {
  /** Metres from the first panorama. */
  readonly distance: number;
  /** Normalized cross-correlation: 1 is the same, 0 nothing alike. */
  readonly score: number;
}

/** Peaks of the correlation, the best first; or why there is none. */
export type Correlated = readonly Candidate[] | 'plain' | 'unseen';

/**
 * Looks along the line of sight for the distance at which both pictures show the same: a small square across the line is
 * seen from both, so that its size and tilt in the second picture are right for each distance.
 */
export function correlate(comparison: Comparison): Correlated {
  const { first, second, direction, pixel } = comparison;
  const axes = axesAcross(direction);
  const pictures = [new GreyPicture(first.pieces), new GreyPicture(second.pieces)] as const;
  const half = (SIDE - 1) / 2;
  const offsets: (readonly [number, number])[] = [];
  for (let row = -half; row <= half; row++)
    for (let column = -half; column <= half; column++) offsets.push([column * pixel, row * pixel]);
  const patchAt = (distance: number, { origin, rotation }: Standpoint, picture: GreyPicture) =>
    offsets.map(([right, up]) => {
      const place = [0, 1, 2].map(
        (i) => first.origin[i]! + (direction[i]! + axes.right[i]! * right + axes.up[i]! * up) * distance,
      ) as unknown as Vector;
      return picture.at(...placeInPicture(turnedBack(rotation, minus(place, origin))));
    });
  const reference = normalized(patchAt(1, first, pictures[0]));
  if (typeof reference === 'string') return reference;
  const scores = distancesOf(comparison).map((distance): Candidate => {
    const seen = normalized(patchAt(distance, second, pictures[1]));
    if (typeof seen === 'string') return { distance, score: -1 };
    return { distance, score: seen.reduce((sum, value, i) => sum + value * reference[i]!, 0) };
  });
  return peaksOf(scores);
}

/** From near to far, so that the point moves by half a pixel in the second picture from one to the next. */
export function distancesOf({ first, second, direction, pixel, nearest, farthest }: Comparison): number[] {
  const base = minus(second.origin, first.origin);
  const distances: number[] = [];
  let distance = nearest;
  while (distance <= farthest) {
    distances.push(distance);
    const seen = minus(scaled(direction, distance), base);
    const away = lengthOfVector(seen);
    // How fast the direction turns with the distance: the part of the line across the view, by how far it is.
    const turn = lengthOfVector(cross(direction, seen)) / Math.max(1e-9, away ** 2);
    const step = turn > 0 ? pixel / 2 / turn : farthest;
    // At least a millimetre, so that it ends; at most a quarter of the distance, so that it does not jump far away.
    distance += Math.min(Math.max(step, 1e-3), Math.max(0.05, distance * 0.25));
  }
  return distances;
}

/** Of mean 0 and length 1. */
function normalized(greys: readonly number[]): number[] | 'plain' | 'unseen' {
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
  if (Number.isNaN(mean)) return 'unseen';
  const centred = greys.map((grey) => grey - mean);
  const length = Math.hypot(...centred);
  return length < PLAIN * Math.sqrt(greys.length) ? 'plain' : centred.map((grey) => grey / length);
}

/** The top of each hill; where the scores end on a slope there is none. */
function peaksOf(scores: readonly Candidate[]): Candidate[] {
  const peaks: Candidate[] = [];
  for (let i = 1; i < scores.length - 1; i++) {
    const [before, at, after] = [scores[i - 1]!, scores[i]!, scores[i + 1]!];
    if (at.score <= 0 || before.score > at.score || after.score >= at.score) continue;
    peaks.push({ score: at.score, distance: topOf(before, at, after) });
  }
  return peaks.sort((a, b) => b.score - a.score);
}

/** Of the parabola through three points. */
function topOf(before: Candidate, at: Candidate, after: Candidate): number {
  const bend = before.score - 2 * at.score + after.score;
  if (bend >= 0) return at.distance;
  const shift = (before.score - after.score) / (2 * bend);
  return at.distance + shift * (shift > 0 ? after.distance - at.distance : at.distance - before.distance);
}

export function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}

/** To the right, level, and upwards: across a direction. */
function axesAcross(direction: Vector): { right: Vector; up: Vector } {
  const [east, north] = direction;
  const level = Math.hypot(east, north);
  const right: Vector = level < 1e-6 ? [1, 0, 0] : [north / level, -east / level, 0];
  return { right, up: cross(right, direction) };
}
