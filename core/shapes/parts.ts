import type { Geometry, Position } from '#core/protocol';
import type { Rings } from './overlay.ts';
import { doubleArea, metresOfDegree } from './plane.ts';

/** The polygons of a geometry; none where it is no area. */
export function polygonsOf(geometry: Geometry): Rings[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** The lines of a geometry; none where it has none. */
export function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
}

/** Polygons as one geometry. */
export function areaOfParts(parts: readonly Rings[]): Geometry {
  return parts.length === 1
    ? { type: 'Polygon', coordinates: parts[0]! }
    : { type: 'MultiPolygon', coordinates: [...parts] };
}

/** How wide an area is and how compact; in the plane that touches the ellipsoid at its first vertex. */
export interface Girth {
  /** Square metres, holes taken off. */
  readonly area: number;
  /** Metres around it, its holes included. */
  readonly perimeter: number;
  /** Metres: twice the area by the perimeter, which is the width of a strip that is much longer than wide. */
  readonly width: number;
  /** 4πA/P²: 1 of a circle, 0.785 of a square, towards 0 of a strip. */
  readonly compactness: number;
}

export function girthOf(rings: Rings): Girth {
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
