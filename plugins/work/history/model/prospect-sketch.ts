import type { Sketch } from '#core/mapview';
import type { RewoundShape, Style } from '#core/protocol';

/** Line styles on the map and in the legend: distinct in pattern and colour. */
export const SIGNS = {
  comes: { stroke: '#12864a', strokeWidth: 3 },
  goes: { stroke: '#c62f2f', strokeWidth: 2, strokeDasharray: '4 3' },
  changes: { stroke: '#b86e00', strokeWidth: 3 },
} as const;

/** Restored objects as they were, deleted ones dashed, changed ones as they were over their dashed current state. */
export function prospectSketch(shapes: readonly RewoundShape[]): Sketch {
  return {
    shapes: shapes.flatMap(({ what, now, then }) => {
      const style: Partial<Style> = { stroke: SIGNS[what].stroke, width: SIGNS[what].strokeWidth };
      return [
        ...(now ? [{ geometry: now, style, dashed: true }] : []),
        ...(then ? [{ geometry: then, style }] : []),
      ];
    }),
  };
}
