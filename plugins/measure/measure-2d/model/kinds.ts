import type { FigureRule } from '#core/sketch';

export type MeasureKind =
  'distance' | 'area' | 'coordinates' | 'angle' | 'azimuth' | 'radius' | 'arc' | 'chainage';

/**
 * `angle`: a point on one side, the corner, a point on the other side. `radius`: centre, point on the circle. `arc`:
 * three points on it. `chainage`: the point next to a line chosen before.
 */
export const KINDS: Readonly<Record<MeasureKind, FigureRule>> = {
  distance: { path: 'line', fewest: 2, most: Infinity },
  area: { path: 'ring', fewest: 3, most: Infinity },
  coordinates: { path: 'point', fewest: 1, most: 1 },
  angle: { path: 'line', fewest: 3, most: 3 },
  azimuth: { path: 'line', fewest: 2, most: 2 },
  radius: { path: 'line', fewest: 2, most: 2 },
  arc: { path: 'line', fewest: 3, most: 3 },
  chainage: { path: 'point', fewest: 1, most: 1 },
};

export const MEASURE_KINDS = Object.keys(KINDS) as MeasureKind[];
