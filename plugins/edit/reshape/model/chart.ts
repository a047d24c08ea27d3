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
