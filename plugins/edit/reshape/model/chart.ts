import { extentOf } from '#core/document';
import { direct, inverse, project, unproject } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import type { Metric } from '#core/sketch';

/** A place in a plane of metres, with the height it had. */
export type Spot = readonly [east: number, north: number, height?: number];

/** A plane around an object in which distances are measured, and the way back. */
export interface Chart {
  to(position: Position): Spot;
  from(spot: Spot): Position;
}

/**
 * The plane of the metric's CRS; without one the plane that keeps geodesic distance and azimuth from `centre`, where
 * others are too long by a share of d² / 6R² at most: a ten-millionth 5 km away.
 */
export function chartAround({ crs }: Metric, centre: Position): Chart {
  if (crs)
    return {
      to: (position) => raised(project(crs, position), position[2]),
      from: ([x, y, height]) => raised(unproject(crs, [x, y]), height) as unknown as Position,
    };
  return {
    to(position) {
      const { distance, azimuth } = inverse(centre, position);
      const angle = (azimuth * Math.PI) / 180;
      return raised([distance * Math.sin(angle), distance * Math.cos(angle)], position[2]);
    },
    from([x, y, height]) {
      const place = direct(centre, (Math.atan2(x, y) * 180) / Math.PI, Math.hypot(x, y));
      return raised(place, height) as unknown as Position;
    },
  };
}

function raised(place: readonly [number, number], height: number | undefined): Spot {
  return height === undefined ? place : [place[0], place[1], height];
}

/** The plane around the middle of a geometry. */
export function chartOf(geometry: Geometry, metric: Metric): Chart {
  const [west, south, east, north] = extentOf(geometry);
  return chartAround(metric, [(west + east) / 2, (south + north) / 2]);
}

/** The place at a share of the way; its height where both ends have one. */
export function between(a: Spot, b: Spot, share: number): Spot {
  const place: [number, number] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  return a[2] === undefined || b[2] === undefined ? place : [...place, a[2] + (b[2] - a[2]) * share];
}

/** How far a place is from an edge, and the share of the way where that is. */
export function toEdge(p: Spot, a: Spot, b: Spot): { away: number; share: number } {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square;
  const share = Math.min(1, Math.max(0, along));
  return { away: Math.hypot(a[0] + share * dx - p[0], a[1] + share * dy - p[1]), share };
}
