import { geodesic, planeIn, type Metric } from '#core/sketch';

/** The metric of a measure taken in `crs`: geodesic where there is none, or where it is no plane. */
export function metricOf(crs: string | undefined): Metric {
  return crs === undefined ? geodesic : planeIn(crs);
}
