import { orient2d } from 'robust-predicates';
import type { Position } from '#core/protocol';

/**
 * Nearer than this, in degrees, two places are one: 0.1 mm on the ground, which no survey tells apart, and a hundred
 * thousand times what rounding does to a coordinate.
 */
export const TOLERANCE = 1e-9;

/** Longitude and latitude taken as a plane: the edges of an object are straight there, as it is stored and searched. */
export type Flat = readonly [number, number, ...unknown[]];
/** minLon, minLat, maxLon, maxLat. */
export type Frame = readonly [number, number, number, number];

/** Above 0 where a, b, c turn left, below 0 where they turn right, 0 exactly where they lie on one line (Shewchuk 1997). */
export function turn(a: Flat, b: Flat, c: Flat): number {
  return -orient2d(a[0], a[1], b[0], b[1], c[0], c[1]);
}

export function samePlace(a: Flat, b: Flat): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

export function near(a: Flat, b: Flat): boolean {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  return dx * dx + dy * dy <= TOLERANCE ** 2;
}

/** One place as a key of a map. */
export function keyOf(place: Flat): string {
  return `${place[0]} ${place[1]}`;
}

/** Where on the edge a–b is nearest to p: the share of the way (0 to 1) and how far that is from p, in degrees. */
export function onEdge(p: Flat, a: Flat, b: Flat): { share: number; distance: number } {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square;
  const share = Math.min(1, Math.max(0, along));
  const offX = a[0] + share * dx - p[0];
  const offY = a[1] + share * dy - p[1];
  return { share, distance: Math.sqrt(offX * offX + offY * offY) };
}

/** Is p in the frame of the edge a–b, or no farther from it than the tolerance? Much cheaper to ask than `onEdge`. */
export function inFrame(p: Flat, a: Flat, b: Flat): boolean {
  const x = p[0];
  if (x < a[0] - TOLERANCE && x < b[0] - TOLERANCE) return false;
  if (x > a[0] + TOLERANCE && x > b[0] + TOLERANCE) return false;
  const y = p[1];
  if (y < a[1] - TOLERANCE && y < b[1] - TOLERANCE) return false;
  return !(y > a[1] + TOLERANCE && y > b[1] + TOLERANCE);
}

/** Does the edge a–b cross the way from the place due east? Of rings around a place an odd number of edges do (even-odd). */
export function liesEast(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
}

/** The place at a share of the edge; its height where both ends have one. */
export function between(a: Position, b: Position, share: number): Position {
  const [x, y] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  return a[2] === undefined || b[2] === undefined ? [x, y] : [x, y, a[2] + (b[2] - a[2]) * share];
}

/** Twice the signed area within a ring, square degrees: above 0 where it runs anticlockwise. From its first vertex on, so that no digits are lost. */
export function doubleArea(ring: readonly Flat[]): number {
  const [ox, oy] = ring[0]!;
  let twice = 0;
  for (let i = 1; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    twice += (a[0] - ox) * (b[1] - oy) - (b[0] - ox) * (a[1] - oy);
  }
  return twice;
}

/** Square degrees within a polygon's rings (the first is the outer one). For comparing parts; a person is shown geodesic areas. */
export function planeArea(rings: readonly (readonly Flat[])[]): number {
  return rings.reduce((sum, ring, i) => sum + (Math.abs(doubleArea(ring)) / 2) * (i === 0 ? 1 : -1), 0);
}

/** Rings wound as GeoJSON asks: the outer one anticlockwise, holes clockwise. */
export function wound(rings: readonly (readonly Position[])[]): Position[][] {
  return rings.map((ring, i) => (doubleArea(ring) > 0 === (i === 0) ? [...ring] : ring.toReversed()));
}

/** The way between two places, whichever it begins with. */
export function wayKey(a: Flat, b: Flat): string {
  const [one, other] = [keyOf(a), keyOf(b)];
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

export function frameAround(places: readonly Flat[]): Frame {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** Do they have a place in common, or come within the tolerance? */
export function framesMeet(a: Frame, b: Frame): boolean {
  const [west, south, east, north] = [a[0] - TOLERANCE, a[1] - TOLERANCE, a[2] + TOLERANCE, a[3] + TOLERANCE];
  return b[0] <= east && b[2] >= west && b[1] <= north && b[3] >= south;
}

export function frameOf(a: Flat, b: Flat, margin = 0): Frame {
  return [
    Math.min(a[0], b[0]) - margin,
    Math.min(a[1], b[1]) - margin,
    Math.max(a[0], b[0]) + margin,
    Math.max(a[1], b[1]) + margin,
  ];
}

/** Metres of a degree of longitude and of latitude there, on the WGS84 ellipsoid (radii of curvature). */
export function metresOfDegree(latitude: number): [number, number] {
  const [a, e2] = [6_378_137, 0.0066943799901413165];
  const phi = (latitude * Math.PI) / 180;
  const w = 1 - e2 * Math.sin(phi) ** 2;
  const meridian = (a * (1 - e2)) / w ** 1.5;
  const parallel = (a * Math.cos(phi)) / Math.sqrt(w);
  return [(parallel * Math.PI) / 180, (meridian * Math.PI) / 180];
}
