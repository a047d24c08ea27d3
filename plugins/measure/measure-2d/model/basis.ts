import { direct, inverse, radiiAt, radiusIn } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, isPlane, planeIn, type Metric } from '#core/sketch';

/**
 * The kind of a value: on the WGS84 ellipsoid, in the plane of a projected CRS, or on the ground at a height above
 * the ellipsoid (metres).
 */
export type Basis =
  | { readonly kind: 'geodesic' }
  | { readonly kind: 'plane'; readonly crs: string }
  | { readonly kind: 'ground'; readonly height: number };

export const GEODESIC: Basis = { kind: 'geodesic' };

/** The kind that can be computed now: geodesic where the CRS is not projected or cannot be computed. */
export function possible(basis: Basis): Basis {
  return basis.kind === 'plane' && !isPlane(basis.crs) ? GEODESIC : basis;
}

/** The metric of this kind: geodesic where the CRS is not projected. */
export function metricOf(basis: Basis): Metric {
  if (basis.kind === 'plane') return planeIn(basis.crs);
  return basis.kind === 'ground' ? groundAt(basis.height) : geodesic;
}

/** Angles and azimuths are the same at any height. */
export function angularBasis(basis: Basis): Basis {
  return basis.kind === 'ground' ? GEODESIC : basis;
}

export function sameBasis(a: Basis, b: Basis): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Lengths and areas at `height` metres above the ellipsoid: geodesic ones scaled by (R + h) / R, with the radius of
 * curvature in the direction of each segment.
 */
function groundAt(height: number): Metric {
  const factor = (latitude: number, azimuth: number) => 1 + height / radiusIn(latitude, azimuth);
  const segment: Metric['segment'] = (from, to) => {
    const { distance, azimuth } = inverse(from, to);
    return { length: distance * factor((from[1] + to[1]) / 2, azimuth), azimuth };
  };
  return {
    crs: undefined,
    segment,
    direct: (from, azimuth, length) => direct(from, azimuth, length / factor(from[1], azimuth)),
    length: (vertices) =>
      vertices.slice(1).reduce((sum, vertex, i) => sum + segment(vertices[i]!, vertex).length, 0),
    area(ring) {
      const { along, across } = radiiAt(meanLatitude(ring));
      return geodesic.area(ring) * (1 + height / along) * (1 + height / across);
    },
  };
}

function meanLatitude(places: readonly Position[]): number {
  return places.reduce((sum, [, latitude]) => sum + latitude, 0) / places.length;
}
