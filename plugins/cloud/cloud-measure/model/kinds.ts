import type { FigureRule } from '#core/sketch';

/** What is measured on the stored points, and the places that it asks for. */
export const KINDS = {
  distance: { path: 'line', min: 2, max: Infinity },
  pick: { path: 'point', min: 1, max: 1 },
  plane: { path: 'point', min: 1, max: 1 },
  edge: { path: 'line', min: 2, max: 2 },
  corner: { path: 'line', min: 3, max: 3 },
  axis: { path: 'point', min: 1, max: 1 },
  ground: { path: 'point', min: 1, max: 1 },
  circle: { path: 'line', min: 3, max: 3 },
  area: { path: 'ring', min: 3, max: Infinity },
  volume: { path: 'ring', min: 3, max: Infinity },
} as const satisfies Record<string, FigureRule>;

export type CloudMeasureKind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as CloudMeasureKind[];
