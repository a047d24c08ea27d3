import geographiclib from 'geographiclib-geodesic';
import type { Position } from '#core/protocol';

/**
 * Geodesics on the WGS84 ellipsoid after C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013) 43–55,
 * doi:10.1007/s00190-012-0578-z, computed with the author's library. Lengths in metres, angles in degrees; heights
 * are ignored. Accurate to 15 nm.
 */
const { Geodesic } = geographiclib;
const WGS84 = Geodesic.WGS84;

export interface GeodesicArc {
  /** Metres. */
  readonly distance: number;
  /** Azimuth at the start, degrees clockwise from north, 0 to 360. 0 if both ends coincide. */
  readonly azimuth: number;
  /** Azimuth at the end, continuing in the same direction. */
  readonly finalAzimuth: number;
}

/** Returns the shortest geodesic between two places. */
export function inverse(from: Position, to: Position): GeodesicArc {
  if (from[0] === to[0] && from[1] === to[1]) return { distance: 0, azimuth: 0, finalAzimuth: 0 };
  const { s12, azi1, azi2 } = WGS84.Inverse(from[1], from[0], to[1], to[0], Geodesic.STANDARD);
  return { distance: s12!, azimuth: fullCircle(azi1!), finalAzimuth: fullCircle(azi2!) };
}

/** Returns the distance between two places on the ellipsoid, metres. */
export function distance(from: Position, to: Position): number {
  return WGS84.Inverse(from[1], from[0], to[1], to[0], Geodesic.DISTANCE).s12!;
}

/**
 * Returns the place at the distance `metres` in the direction `azimuth` (degrees clockwise from north; negative
 * metres go backwards). Longitude and latitude only: the height is unknown.
 */
export function direct(from: Position, azimuth: number, metres: number): [number, number] {
  const { lon2, lat2 } = WGS84.Direct(
    from[1],
    from[0],
    azimuth,
    metres,
    Geodesic.LATITUDE | Geodesic.LONGITUDE,
  );
  return [lon2!, lat2!];
}

/** Normalizes degrees to 0 ≤ x < 360. */
export function fullCircle(degrees: number): number {
  const turned = degrees % 360;
  const positive = turned < 0 ? turned + 360 : turned + 0;
  // The sum is rounded up to it where hardly anything is missing.
  return positive === 360 ? 0 : positive;
}

/**
 * Returns the perimeter (metres) and signed area (m²: anticlockwise is positive) of a ring, closed or not. The ring
 * may cross the antimeridian or enclose a pole. Exact if the edges are geodesics.
 */
export function ringMeasures(ring: readonly Position[]): { perimeter: number; area: number } {
  const polygon = WGS84.Polygon(false);
  const first = ring[0];
  const last = ring.at(-1);
  const closed = ring.length > 1 && first![0] === last![0] && first![1] === last![1];
  const count = closed ? ring.length - 1 : ring.length;
  for (let i = 0; i < count; i++) polygon.AddPoint(ring[i]![1], ring[i]![0]);
  const { perimeter, area } = polygon.Compute(false, true);
  return { perimeter, area: count < 3 ? 0 : area! };
}
