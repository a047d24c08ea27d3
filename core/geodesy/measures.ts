import type { Geometry, Position } from '#core/protocol';
import { distance, ringMeasures } from './geodesic.ts';

/** Returns the length along positions on the ellipsoid, metres. */
export function lengthOf(positions: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < positions.length; i++) sum += distance(positions[i - 1]!, positions[i]!);
  return sum;
}

/**
 * Returns the area of a polygon on the ellipsoid without its holes, square metres, whatever the orientation of its
 * rings.
 */
export function areaOf(rings: readonly (readonly Position[])[]): number {
  return rings.reduce((sum, ring, i) => {
    const area = Math.abs(ringMeasures(ring).area);
    return i === 0 ? area : sum - area;
  }, 0);
}

/** Returns the perimeter of a polygon on the ellipsoid including its holes, metres. */
function perimeterOf(rings: readonly (readonly Position[])[]): number {
  return rings.reduce((sum, ring) => sum + ringMeasures(ring).perimeter, 0);
}

/** Measures of a geometry: `length` of lines, `area` and `perimeter` of polygons; metres and square metres. */
export interface GeometryMeasures {
  readonly length?: number;
  readonly area?: number;
  readonly perimeter?: number;
}

/** Returns the geodesic measures of a geometry; the parts of a Multi* are summed. */
export function measuresOf(geometry: Geometry): GeometryMeasures {
  switch (geometry.type) {
    case 'LineString':
      return { length: lengthOf(geometry.coordinates) };
    case 'MultiLineString':
      return { length: geometry.coordinates.reduce((sum, line) => sum + lengthOf(line), 0) };
    case 'Polygon':
      return { area: areaOf(geometry.coordinates), perimeter: perimeterOf(geometry.coordinates) };
    case 'MultiPolygon':
      return {
        area: geometry.coordinates.reduce((sum, rings) => sum + areaOf(rings), 0),
        perimeter: geometry.coordinates.reduce((sum, rings) => sum + perimeterOf(rings), 0),
      };
    default:
      return {};
  }
}
