import type { Style } from '#core/protocol';
import { colourWithOpacity, splitColour } from './colour.ts';

/** The radius of points whose symbol has none. */
export const DEFAULT_RADIUS = 5;

/** A symbol with sizes in CSS pixels; `metre`: CSS pixels of a metre on the ground. */
export function inPixels(symbol: Style, metre: number): Style {
  if (symbol.unit !== 'm') return symbol;
  const { unit: _, width, dash, radius = DEFAULT_RADIUS, ...rest } = symbol;
  return {
    ...rest,
    width: width * metre,
    radius: radius * metre,
    ...(dash ? { dash: dash.map((length) => length * metre) } : {}),
  };
}

/** The fill where there are no patterns: that of the area, or the colour of its hatch as dense as the hatch is. */
export function plainFill({ fill, hatch }: Pick<Style, 'fill' | 'hatch'>): string | undefined {
  if (fill !== undefined || !hatch) return fill;
  const share = Math.min(1, hatch.width / hatch.spacing);
  return colourWithOpacity(hatch.colour, share * splitColour(hatch.colour).opacity);
}
