import type { MapSymbol, Style } from '#core/protocol';
import { classesOf, classificationOf } from '#core/styles';

/** One symbol of a style, and which objects of tiles have it. */
interface DrawnClass {
  /** Distinguishes the classes of a style; empty where there are none. */
  readonly key: string;
  readonly symbol: MapSymbol;
  /** An expression of MapLibre; undefined: all objects. */
  readonly filter?: unknown;
  readonly minScale?: number | undefined;
  readonly maxScale?: number | undefined;
}

const NO_CLASS = '-1';

/** The symbols of a style in the order of drawing, by the classes that tiles name. */
export function drawnClasses(style: Style): DrawnClass[] {
  const { classes, minScale, maxScale } = style;
  const property = classificationOf(style)?.property;
  if (!classes || property === undefined) return [{ key: '', symbol: style, minScale, maxScale }];
  const named = ['get', property];
  const isNamed = (name: string) => ['==', named, name];
  const drawn = classesOf(style).flatMap((each, n): DrawnClass[] => {
    if (each.hidden) return [];
    const scales =
      'from' in each || 'value' in each
        ? { minScale, maxScale }
        : { minScale: least(each.minScale, minScale), maxScale: most(each.maxScale, maxScale) };
    return [{ key: String(n), symbol: each.symbol, filter: filterOf(style, n, named), ...scales }];
  });
  if (classes.others === false) return drawn;
  // Also what is of further classes than tiles tell apart.
  const others = ['any', isNamed(NO_CLASS), ['!', ['has', property]]];
  return [{ key: 'others', symbol: style, filter: others, minScale, maxScale }, ...drawn];
}

/** A rule is one of several numbers in the name; one for others stands there without a rule that applies. */
function filterOf({ classes }: Style, n: number, named: unknown): unknown {
  if (classes?.kind !== 'rules') return ['==', named, String(n)];
  if (!classes.rules[n]!.otherwise) return ['in', ` ${n} `, ['concat', ' ', named, ' ']];
  const others = classes.rules.flatMap(({ otherwise }, index) => (otherwise ? [index] : []));
  return ['==', named, others.join(' ')];
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}

function most(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b);
}
