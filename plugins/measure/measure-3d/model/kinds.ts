import type { FigureRule } from '#core/sketch';

/**
 * `angle`: a point on one side, the corner, a point on the other side. `viewshed`: the observer, and a point at the
 * radius.
 */
export const KINDS = {
  point: { path: 'point', fewest: 1, most: 1 },
  distance: { path: 'line', fewest: 2, most: Infinity },
  height: { path: 'point', fewest: 1, most: 1 },
  area: { path: 'ring', fewest: 3, most: Infinity },
  angle: { path: 'line', fewest: 3, most: 3 },
  slope: { path: 'ring', fewest: 3, most: Infinity },
  profile: { path: 'line', fewest: 2, most: Infinity },
  volume: { path: 'ring', fewest: 3, most: Infinity },
  viewshed: { path: 'line', fewest: 2, most: 2 },
} as const satisfies Record<string, FigureRule>;

export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as Kind[];
