import type { Geometry, Position } from '#core/protocol';
import type { Rings } from './overlay.ts';
import { doubleArea, metresOfDegree } from './plane.ts';

/** Returns the polygons of a geometry; none when it is not an area. */
export function polygonsOf(geometry: Geometry): Rings[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** Returns the lines of a geometry; none when it is not a line. */
export function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
}

/** Returns polygons as one geometry. */
export function areaOfParts(parts: readonly Rings[]): Geometry {
  return parts.length === 1
    ? { type: 'Polygon', coordinates: parts[0]! }
    : { type: 'MultiPolygon', coordinates: [...parts] };
}

/** Width and compactness of an area, in the plane tangent to the ellipsoid at its first vertex. */
export interface AreaShape {
  /** Square metres, without holes. */
  readonly area: number;
  /** Metres, including the holes. */
  readonly perimeter: number;
  /** Metres: twice the area divided by the perimeter, the width of a long strip. */
  readonly width: number;
  /** 4πA/P²: 1 for a circle, 0.785 for a square, near 0 for a strip. */
  readonly compactness: number;
}

export function areaShapeOf(rings: Rings): AreaShape {
  const [east, north] = metresOfDegree(rings[0]![0]![1]);
  let area = 0;
  let perimeter = 0;
  for (const [i, ring] of rings.entries()) {
    area += (Math.abs(doubleArea(ring)) / 2) * east * north * (i === 0 ? 1 : -1);
    for (let k = 1; k < ring.length; k++)
      perimeter += Math.hypot(
        (ring[k]![0] - ring[k - 1]![0]) * east,
        (ring[k]![1] - ring[k - 1]![1]) * north,
      );
  }
  if (perimeter === 0) return { area, perimeter, width: 0, compactness: 0 };
  return {
    area,
    perimeter,
    width: (2 * area) / perimeter,
    compactness: (4 * Math.PI * area) / perimeter ** 2,
  };
}
