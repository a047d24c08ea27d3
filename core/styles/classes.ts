import type { MapSymbol, Style, StyleCategory, StyleRange, StyleRule } from '#core/protocol';

export type StyleClass = StyleCategory | StyleRange | StyleRule;

/** The classes of a style, in their order. */
export function classesOf({ classes }: Pick<Style, 'classes'>): readonly StyleClass[] {
  switch (classes?.kind) {
    case 'categorized':
      return classes.categories;
    case 'graduated':
      return classes.ranges;
    case 'rules':
      return classes.rules;
    case undefined:
      return [];
  }
}

/** The style's own symbol, and those of its classes. */
export function symbolsIn(style: Style): readonly MapSymbol[] {
  return [style, ...classesOf(style).map(({ symbol }) => symbol)];
}
