import type { FigureRule } from '#core/sketch';
import type { MeasureKind } from '#core/protocol';

export type { MeasureKind };

/**
 * `angle`: a point on one side, the corner, a point on the other side. `radius`: centre, point on the circle. `arc`:
 * three points on it. `chainage`: the point next to a line chosen before.
 */
export const KINDS: Readonly<Record<MeasureKind, FigureRule>> = {
  distance: { path: 'line', min: 2, max: Infinity },
  area: { path: 'ring', min: 3, max: Infinity },
  coordinates: { path: 'point', min: 1, max: 1 },
  angle: { path: 'line', min: 3, max: 3 },
  azimuth: { path: 'line', min: 2, max: 2 },
  radius: { path: 'line', min: 2, max: 2 },
  arc: { path: 'line', min: 3, max: 3 },
  chainage: { path: 'point', min: 1, max: 1 },
};

export const MEASURE_KINDS = Object.keys(KINDS) as MeasureKind[];
