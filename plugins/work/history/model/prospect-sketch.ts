import type { Sketch } from '#core/mapview';
import type { RewoundShape, Style } from '#core/protocol';

/** How each is drawn on the map, and in the legend: told apart by the line as well as by the colour. */
export const SIGNS = {
  comes: { stroke: '#12864a', strokeWidth: 3 },
  goes: { stroke: '#c62f2f', strokeWidth: 2, strokeDasharray: '4 3' },
  changes: { stroke: '#b86e00', strokeWidth: 3 },
} as const;

/** What comes back as it was, what goes dashed, and what changes: as it was then, over where it is now dashed. */
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
