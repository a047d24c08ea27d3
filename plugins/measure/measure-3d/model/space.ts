import { areaOf, chord, cross, dot, inverse, lengthOfVector, seenFrom } from '#core/geodesy';
import type { Position } from '#core/protocol';

const DEGREES = 180 / Math.PI;

export interface SpaceLeg {
  /** Along the ellipsoid. */
  readonly horizontal: number;
  /** Difference of the ellipsoidal heights, positive upwards; NaN where one is unknown. */
  readonly vertical: number;
  /** The straight line in 3D; NaN where a height is unknown. */
  readonly slope: number;
}

export function legBetween(from: Position, to: Position): SpaceLeg {
  const horizontal = inverse(from, to).distance;
  if (from[2] === undefined || to[2] === undefined) return { horizontal, vertical: NaN, slope: NaN };
  return { horizontal, vertical: to[2] - from[2], slope: chord(from, to) };
}

/** Degrees at `b` between the straight lines to `a` and `c`; NaN where a side has no length. */
export function angleInSpace(a: Position, b: Position, c: Position): number {
  const see = seenFrom(b);
  const [one, other] = [see(a), see(c)];
  if (lengthOfVector(one) === 0 || lengthOfVector(other) === 0) return NaN;
  return DEGREES * Math.atan2(lengthOfVector(cross(one, other)), dot(one, other));
}

/** Degrees between the directions b → a and b → c on the ellipsoid, at most 180. */
export function horizontalAngle(a: Position, b: Position, c: Position): number {
  const [one, other] = [inverse(b, a), inverse(b, c)];
  if (one.distance === 0 || other.distance === 0) return NaN;
  return Math.abs(((other.azimuth - one.azimuth + 540) % 360) - 180);
}

/** Square metres on the ellipsoid. */
export function horizontalArea(ring: readonly Position[]): number {
  return areaOf([ring]);
}
