import type { Style } from '#core/protocol';
import { classesOf, type StyleClass } from './classes.ts';
import type { ScaleRange } from './scale.ts';

/** One symbol of a legend with its title. */
export interface LegendItem extends ScaleRange {
  /** `only`: the symbol of all objects; `others`: of those in no class. Their titles are the reader's. */
  readonly kind: 'only' | 'class' | 'others';
  /** Place of the class in the style; -1: none. */
  readonly index: number;
  readonly title: string;
  readonly symbol: Style;
}

/** What a legend shows of a style, in its order. `print` writes the numbers of ranges. */
export function legendOf(style: Style, print: (value: number) => string): LegendItem[] {
  const { classes, minScale, maxScale } = style;
  if (!classes) return [{ kind: 'only', index: -1, title: '', symbol: style, minScale, maxScale }];
  const items: LegendItem[] = classesOf(style).flatMap((each, index) =>
    each.hidden
      ? []
      : [
          {
            kind: 'class' as const,
            index,
            title: classTitle(each, print),
            symbol: each.symbol,
            minScale: ('minScale' in each ? each.minScale : undefined) ?? minScale,
            maxScale: ('maxScale' in each ? each.maxScale : undefined) ?? maxScale,
          },
        ],
  );
  const hasOtherwise =
    classes.kind === 'rules' && classes.rules.some(({ otherwise, hidden }) => otherwise && !hidden);
  if (classes.others === false || hasOtherwise) return items;
  return [...items, { kind: 'others', index: -1, title: '', symbol: style, minScale, maxScale }];
}

/** The title of a class, or what it is for. */
export function classTitle(one: StyleClass, print: (value: number) => string): string {
  if (one.title) return one.title;
  if ('value' in one)
    return one.value === null ? '–' : typeof one.value === 'number' ? print(one.value) : String(one.value);
  if ('from' in one) return `${print(one.from)} – ${print(one.to)}`;
  return one.filter ?? '';
}
