import { extentOf } from '#core/document';
import { direct, inverse, project, unitOfCrs, unproject } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import type { Metric } from '#core/sketch';

/** A position in a plane in metres, with its original height. */
export type LocalPoint = readonly [east: number, north: number, height?: number];

/** A plane around an object in which distances are measured, with both transformations. */
export interface LocalPlane {
  to(position: Position): LocalPoint;
  from(point: LocalPoint): Position;
}

/**
 * Returns the plane of the metric's CRS, or without a CRS the azimuthal equidistant plane around `centre`. There,
 * distances not from `centre` are too long by at most d² / 6R²: a ten-millionth at 5 km.
 */
function chartAround({ crs }: Metric, centre: Position): LocalPlane {
  if (crs) {
    const { metres } = unitOfCrs(crs);
    return {
      to(position) {
        const [x, y] = project(crs, position);
        return raised([metres * x, metres * y], position[2]);
      },
      from: ([x, y, height]) =>
        raised(unproject(crs, [x / metres, y / metres, height]), height) as unknown as Position,
    };
  }
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

function raised(place: readonly [number, number], height: number | undefined): LocalPoint {
  return height === undefined ? place : [place[0], place[1], height];
}

/** Returns the plane around the centre of a geometry. */
export function chartOf(geometry: Geometry, metric: Metric): LocalPlane {
  const [west, south, east, north] = extentOf(geometry);
  return chartAround(metric, [(west + east) / 2, (south + north) / 2]);
}
