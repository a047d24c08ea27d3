import geographiclib from 'geographiclib-geodesic';
import type { Geometry, Position } from '#core/protocol';
import { runsOf } from '../../../formats/shapes.ts';

const { Geodesic } = geographiclib;
const WGS84 = Geodesic.WGS84;

export interface ObjectMeasures {
  /** Metres along lines, or the perimeter of areas including holes. */
  length: number;
  /** Square metres, without holes. */
  area: number;
  vertices: number;
  heights: [number, number] | undefined;
}

/** On the WGS 84 ellipsoid after Karney (2013), doi:10.1007/s00190-012-0578-z; heights are ignored. */
export function measuresOf(geometry: Geometry): ObjectMeasures {
  const measures: ObjectMeasures = { length: 0, area: 0, vertices: 0, heights: undefined };
  for (const { positions, ring, hole } of runsOf(geometry)) {
    measures.vertices += ring ? positions.length - 1 : positions.length;
    for (const [, , height] of positions)
      if (height !== undefined)
        measures.heights = measures.heights
          ? [Math.min(measures.heights[0], height), Math.max(measures.heights[1], height)]
          : [height, height];
    measures.length += lengthOf(positions);
    if (ring) measures.area += (hole ? -1 : 1) * areaOf(positions);
  }
  return measures;
}

function lengthOf(positions: readonly Position[]): number {
  let sum = 0;
  for (let n = 1; n < positions.length; n++) {
    const [from, to] = [positions[n - 1]!, positions[n]!];
    sum += WGS84.Inverse(from[1], from[0], to[1], to[0], Geodesic.DISTANCE).s12!;
  }
  return sum;
}

function areaOf(ring: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  for (const [longitude, latitude] of ring.slice(0, -1)) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area!);
}
