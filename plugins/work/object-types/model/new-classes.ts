import type { FieldValues, MapSymbol, Style, StyleClasses } from '#core/protocol';
import { breaksOf, coloursOf, type BreakMethod, type PaletteName } from '#core/styles';

/** The symbol of a class: that of the style in another colour. */
export function inColour(style: Style, colour: string): MapSymbol {
  const { width, dash, fill, radius, shape, svg, unit, line, hatch } = style;
  const alpha = fill?.slice(7) ?? '';
  const symbol = {
    stroke: fill === undefined ? colour : darker(colour),
    width,
    dash,
    radius,
    shape,
    svg,
    unit,
    line,
  };
  const all = {
    ...symbol,
    ...(fill === undefined ? {} : { fill: colour + (alpha === '' ? '' : strongAlpha(alpha)) }),
    ...(hatch ? { hatch: { ...hatch, colour } } : {}),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as MapSymbol;
}

/** Classes are told apart by their fills: nearly transparent ones would look alike. */
function strongAlpha(alpha: string): string {
  return Math.max(0xb3, parseInt(alpha, 16)).toString(16);
}

function darker(colour: string): string {
  const parts = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * 0.6));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** A category for each value, the most frequent first; titles as `titleOf` has them. */
export function categoriesOf(
  style: Style,
  field: string,
  { values }: FieldValues,
  palette: PaletteName,
  titleOf: (value: string | number | boolean) => string | undefined,
): StyleClasses {
  const colours = coloursOf(palette, values.length);
  const categories = values.map(({ value }, n) => {
    const title = titleOf(value);
    return { value, ...(title === undefined ? {} : { title }), symbol: inColour(style, colours[n]!) };
  });
  return { kind: 'categorized', field, categories };
}

export function rangesOf(
  style: Style,
  field: string,
  numbers: NonNullable<FieldValues['numbers']>,
  { method, count, palette }: { method: BreakMethod; count: number; palette: PaletteName },
): StyleClasses {
  const limits = breaksOf(method, numbers, count);
  const colours = coloursOf(palette, limits.length - 1);
  const ranges = colours.map((colour, n) => ({
    from: limits[n]!,
    to: limits[n + 1]!,
    symbol: inColour(style, colour),
  }));
  return { kind: 'graduated', field, method, ranges };
}
