import type { FigureRule } from '#core/sketch';

/** `angle`: a place on one side, the corner, a place on the other. `viewshed`: where one stands, and how far it is looked. */
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
