import type { FigureRule } from '#core/sketch';

/**
 * `angle`: a point on one side, the corner, a point on the other side. `viewshed`: the observer, and a point at the
 * radius.
 */
export const KINDS = {
  point: { path: 'point', min: 1, max: 1 },
  distance: { path: 'line', min: 2, max: Infinity },
  height: { path: 'point', min: 1, max: 1 },
  area: { path: 'ring', min: 3, max: Infinity },
  angle: { path: 'line', min: 3, max: 3 },
  slope: { path: 'ring', min: 3, max: Infinity },
  profile: { path: 'line', min: 2, max: Infinity },
  volume: { path: 'ring', min: 3, max: Infinity },
  viewshed: { path: 'line', min: 2, max: 2 },
} as const satisfies Record<string, FigureRule>;

export type SpaceMeasureKind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as SpaceMeasureKind[];
