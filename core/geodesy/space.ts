import type { Position } from '#core/protocol';
import { A, E2 } from './ellipsoid.ts';

/** Metres along three axes. */
export type Vector = readonly [number, number, number];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** An ellipsoid: the semi-major axis in metres, and the square of the first eccentricity. */
export interface Spheroid {
  readonly a: number;
  readonly e2: number;
}

const WGS84: Spheroid = { a: A, e2: E2 };

/**
 * Returns the geocentric coordinates of a place: X towards 0° E on the equator, Z towards the north pole (WGS84,
 * earth-centred, earth-fixed). A place without height is on the ellipsoid.
 */
export function inSpace(place: Position): Vector {
  return geocentric(WGS84, place);
}

/** The place of geocentric coordinates, with its height: the inverse of `inSpace`. */
export function fromSpace(point: Vector): [longitude: number, latitude: number, height: number] {
  return geographic(WGS84, point);
}

/** `inSpace` on any ellipsoid. */
export function geocentric(
  { a, e2 }: Spheroid,
  [longitude, latitude, height = 0]: readonly (number | undefined)[],
): Vector {
  const [l, b] = [radians(longitude!), radians(latitude!)];
  const across = a / Math.sqrt(1 - e2 * Math.sin(b) ** 2);
  const out = (across + height) * Math.cos(b);
  return [out * Math.cos(l), out * Math.sin(l), (across * (1 - e2) + height) * Math.sin(b)];
}

/** The geographic place of geocentric coordinates, with its height: Bowring's latitude, iterated until it converges. */
export function geographic({ a, e2 }: Spheroid, [x, y, z]: Vector): [number, number, number] {
  const out = Math.hypot(x, y);
  let b = Math.atan2(z, out * (1 - e2));
  for (let i = 0; i < 10; i++) {
    const across = a / Math.sqrt(1 - e2 * Math.sin(b) ** 2);
    const next = Math.atan2(z + e2 * across * Math.sin(b), out);
    const moved = Math.abs(next - b);
    b = next;
    if (moved < 1e-15) break;
  }
  const across = a / Math.sqrt(1 - e2 * Math.sin(b) ** 2);
  // Along the normal, which is also exact at the poles.
  const height = out * Math.cos(b) + z * Math.sin(b) - (a * a) / across;
  return [degrees(Math.atan2(y, x)), degrees(b), height];
}

/** Returns the straight distance between two places, metres, through the earth if necessary. */
export function chord(from: Position, to: Position): number {
  return lengthOfVector(minus(inSpace(to), inSpace(from)));
}

/**
 * Returns a function that gives east, north and up of places relative to the origin, metres, in the plane tangent to
 * the ellipsoid below it.
 */
export function seenFrom(origin: Position): (place: Position) => Vector {
  const start = inSpace(origin);
  const [l, b] = [radians(origin[0]), radians(origin[1])];
  const east: Vector = [-Math.sin(l), Math.cos(l), 0];
  const north: Vector = [-Math.sin(b) * Math.cos(l), -Math.sin(b) * Math.sin(l), Math.cos(b)];
  const up: Vector = [Math.cos(b) * Math.cos(l), Math.cos(b) * Math.sin(l), Math.sin(b)];
  return (place) => {
    const way = minus(inSpace(place), start);
    return [dot(way, east), dot(way, north), dot(way, up)];
  };
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
export function lengthOfVector(a: Vector): number {
  return Math.hypot(...a);
}

/** Longitude, latitude and height of local coordinates, by a column-major 4 × 4 to earth-centred ones. */
export const positionsBy =
  (toEcef: readonly number[]) =>
  ([x, y, z]: Vector): Position =>
    fromSpace(
      [0, 1, 2].map(
        (row) => toEcef[row]! * x + toEcef[4 + row]! * y + toEcef[8 + row]! * z + toEcef[12 + row]!,
      ) as unknown as Vector,
    );
