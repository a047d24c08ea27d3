import type { Style } from '#core/protocol';

/** A symbol with sizes in CSS pixels; `metre`: CSS pixels of a metre on the ground. */
export function inPixels(symbol: Style, metre: number): Style {
  if (symbol.unit !== 'm') return symbol;
  const { unit: _, width, dash, radius = 5, ...rest } = symbol;
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
  const alpha = Math.round(share * (hatch.colour.length === 9 ? parseInt(hatch.colour.slice(7), 16) : 255));
  return `${hatch.colour.slice(0, 7)}${alpha.toString(16).padStart(2, '0')}`;
}
