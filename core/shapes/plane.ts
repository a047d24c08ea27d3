import { orient2d } from 'robust-predicates';
import type { Position } from '#core/protocol';

/**
 * Places nearer than this are the same, degrees: 0.1 mm on the ground, below any survey's accuracy and 100,000 times
 * the rounding error of a coordinate.
 */
export const TOLERANCE = 1e-9;

/** Longitude and latitude as a plane: edges are straight in it, as objects are stored and searched. */
export type PlanePosition = readonly [number, number, ...unknown[]];
/** A place with the height it may have. */
type Spatial = readonly [number, number, number?];
/** minX, minY, maxX, maxY: degrees, or the unit of another plane. */
export type PlaneExtent = readonly [number, number, number, number];

/**
 * Returns > 0 when a, b, c turn left, < 0 when they turn right, and exactly 0 when they are collinear (Shewchuk
 * 1997).
 */
export function turn(a: PlanePosition, b: PlanePosition, c: PlanePosition): number {
  return -orient2d(a[0], a[1], b[0], b[1], c[0], c[1]);
}

export function isEqualPlace(a: PlanePosition, b: PlanePosition): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

export function isSamePlace(a: PlanePosition, b: PlanePosition): boolean {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  return dx * dx + dy * dy <= TOLERANCE ** 2;
}

/** Returns a key for a place, for maps and sets. */
export function keyOf(place: PlanePosition): string {
  return `${place[0]} ${place[1]}`;
}

/**
 * Returns the point of the edge a–b nearest to p, as a share of the edge (0 to 1), and its distance from p in
 * the unit of the coordinates.
 */
export function nearestOnEdge(
  p: PlanePosition,
  a: PlanePosition,
  b: PlanePosition,
): { share: number; distance: number } {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square;
  const share = Math.min(1, Math.max(0, along));
  const offX = a[0] + share * dx - p[0];
  const offY = a[1] + share * dy - p[1];
  // Much faster than Math.hypot, which guards against numbers that no coordinate has.
  return { share, distance: Math.sqrt(offX * offX + offY * offY) };
}

/** Returns whether p is in the frame of the edge a–b, within the tolerance. Much cheaper than `nearestOnEdge`. */
export function inFrame(p: PlanePosition, a: PlanePosition, b: PlanePosition): boolean {
  const x = p[0];
  if (x < a[0] - TOLERANCE && x < b[0] - TOLERANCE) return false;
  if (x > a[0] + TOLERANCE && x > b[0] + TOLERANCE) return false;
  const y = p[1];
  if (y < a[1] - TOLERANCE && y < b[1] - TOLERANCE) return false;
  return !(y > a[1] + TOLERANCE && y > b[1] + TOLERANCE);
}

/**
 * Returns whether the edge a–b crosses the ray due east from the place. Inside of rings an odd number of edges do
 * (even-odd rule).
 */
export function crossesRayEast(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x: number,
  y: number,
): boolean {
  return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
}

/** Returns the place at a share of the edge; its height when both ends have one. */
export function interpolate(a: Spatial, b: Spatial, share: number): Position {
  const [x, y] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  return a[2] === undefined || b[2] === undefined ? [x, y] : [x, y, a[2] + (b[2] - a[2]) * share];
}

/**
 * Returns twice the signed area of a ring, square degrees: > 0 when anticlockwise. Computed relative to the first
 * vertex, to keep precision.
 */
export function doubleArea(ring: readonly PlanePosition[]): number {
  if (ring.length === 0) return 0;
  const [ox, oy] = ring[0]!;
  let twice = 0;
  for (let i = 1; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    twice += (a[0] - ox) * (b[1] - oy) - (b[0] - ox) * (a[1] - oy);
  }
  return twice;
}

/**
 * Returns the area of a polygon's rings (the first is the outer one), square degrees. For comparing parts; people are
 * shown geodesic areas.
 */
export function planeArea(rings: readonly (readonly PlanePosition[])[]): number {
  return rings.reduce((sum, ring, i) => sum + (Math.abs(doubleArea(ring)) / 2) * (i === 0 ? 1 : -1), 0);
}

/** Returns the rings in GeoJSON's winding order: outer ring anticlockwise, holes clockwise. */
export function windRings(rings: readonly (readonly Position[])[]): Position[][] {
  return rings.map((ring, i) => (doubleArea(ring) > 0 === (i === 0) ? [...ring] : ring.toReversed()));
}

/** Returns the same key for an edge in either direction. */
export function edgeKey(a: PlanePosition, b: PlanePosition): string {
  const [one, other] = [keyOf(a), keyOf(b)];
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

export function frameAround(places: readonly PlanePosition[]): PlaneExtent {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** Returns whether two frames meet, within the tolerance. */
export function framesMeet(a: PlaneExtent, b: PlaneExtent): boolean {
  const [west, south, east, north] = [a[0] - TOLERANCE, a[1] - TOLERANCE, a[2] + TOLERANCE, a[3] + TOLERANCE];
  return b[0] <= east && b[2] >= west && b[1] <= north && b[3] >= south;
}

export function frameOf(a: PlanePosition, b: PlanePosition, margin = 0): PlaneExtent {
  return [
    Math.min(a[0], b[0]) - margin,
    Math.min(a[1], b[1]) - margin,
    Math.max(a[0], b[0]) + margin,
    Math.max(a[1], b[1]) + margin,
  ];
}

/**
 * Returns the metres of a degree of longitude and of latitude at a latitude, on the WGS84 ellipsoid (radii of
 * curvature).
 */
export function metresOfDegree(latitude: number): [number, number] {
  const [a, e2] = [6_378_137, 0.0066943799901413165];
  const phi = (latitude * Math.PI) / 180;
  const w = 1 - e2 * Math.sin(phi) ** 2;
  const meridian = (a * (1 - e2)) / w ** 1.5;
  const parallel = (a * Math.cos(phi)) / Math.sqrt(w);
  return [(parallel * Math.PI) / 180, (meridian * Math.PI) / 180];
}
