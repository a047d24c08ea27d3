import { withoutUndefined } from '#core/kernel';
import {
  mapSymbol,
  type Field,
  type FieldValues,
  type Language,
  type MapSymbol,
  type Style,
  type StyleClasses,
} from '#core/protocol';
import {
  breaksOf,
  channelsOf,
  colourOfChannels,
  coloursOf,
  colourWithOpacity,
  splitColour,
  type BreakMethod,
  type PaletteName,
} from '#core/styles';

/** Least opacity of the fills of classes: on a map, paler ones look alike. */
const MIN_OPACITY = 0.7;

/** The style's own symbol, without what is not part of a symbol. */
export function symbolOf(style: Style): MapSymbol {
  return Object.fromEntries(Object.entries(style).filter(([name]) => name in mapSymbol.shape)) as MapSymbol;
}

/** The symbol of a class: that of the style in another colour. */
export function inColour(style: Style, colour: string): MapSymbol {
  const { fill, hatch } = style;
  const opacity = fill === undefined ? 1 : splitColour(fill).opacity;
  return withoutUndefined({
    ...symbolOf(style),
    stroke: fill === undefined ? colour : darker(colour),
    fill: fill && (opacity < 1 ? colourWithOpacity(colour, Math.max(MIN_OPACITY, opacity)) : colour),
    hatch: hatch && { ...hatch, colour },
  });
}

function darker(colour: string): string {
  return colourOfChannels(channelsOf(colour).map((value) => 0.6 * value));
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
  const categories = values.map(({ value }, n) =>
    withoutUndefined({ value, title: titleOf(value), symbol: inColour(style, colours[n]!) }),
  );
  return { kind: 'categorized', field, categories };
}

/** A category for each choice of a field, in its colour; those without one get a colour of the palette. */
export function categoriesOfChoices(
  style: Style,
  { name, choices = [] }: Field,
  language: Language,
): StyleClasses {
  const colours = coloursOf('okabe-ito', choices.length);
  const categories = choices.map(({ value, title, colour }, n) =>
    withoutUndefined({
      value,
      title: title[language] || undefined,
      symbol: inColour(style, colour ?? colours[n]!),
    }),
  );
  return { kind: 'categorized', field: name, categories };
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
