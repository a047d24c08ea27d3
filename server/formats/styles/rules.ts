import { formulaProblem } from '#core/expression';
import { MAX_CLASSES, style as styleSchema, type Style, type StyleRule } from '#core/protocol';
import { Unusable } from '../../base/unusable.ts';
import { NO_SYMBOL } from './foreign-style.ts';

/** Throws Unusable where a style has more classes than one may have. */
export function refuseTooMany(kind: keyof typeof MAX_CLASSES, count: number): void {
  const most = MAX_CLASSES[kind];
  if (count > most) throw new Unusable('styles.too-many-classes', { count, most });
}

/** A style with these rules; a single one for all objects is a style with one symbol. */
export function styleOfRules(rules: readonly StyleRule[]): Style {
  refuseTooMany('rules', rules.length);
  const [only] = rules;
  if (!only) throw new Unusable('styles.no-symbol');
  const isPlain = only.filter === undefined && !only.otherwise && !only.hidden;
  if (rules.length === 1 && isPlain) {
    const { symbol, minScale, maxScale } = only;
    return { ...symbol, ...defined({ minScale, maxScale }) };
  }
  return { ...NO_SYMBOL, classes: { kind: 'rules', rules: [...rules], others: false } };
}

/** A limit of scales, the smaller scale first, as styles need it. */
export function scales(
  minScale: number | undefined,
  maxScale: number | undefined,
): { minScale?: number; maxScale?: number } {
  const isSwapped = minScale !== undefined && maxScale !== undefined && minScale < maxScale;
  return defined(isSwapped ? { minScale: maxScale, maxScale: minScale } : { minScale, maxScale });
}

/** The narrower of two ranges of scales. */
export function scalesWithin(
  outer: { minScale?: number | undefined; maxScale?: number | undefined },
  inner: { minScale?: number | undefined; maxScale?: number | undefined },
): { minScale?: number; maxScale?: number } {
  const both = (a: number | undefined, b: number | undefined, of: (a: number, b: number) => number) =>
    a === undefined ? b : b === undefined ? a : of(a, b);
  return defined({
    minScale: both(outer.minScale, inner.minScale, Math.min),
    maxScale: both(outer.maxScale, inner.maxScale, Math.max),
  });
}

/** The style as it is stored. Throws Unusable where it could not be. */
export function storableStyle(style: Style): Style {
  const { classes, labels, minScale, maxScale } = style;
  const isNew = classes ?? labels ?? minScale ?? maxScale;
  const parsed = styleSchema.safeParse(isNew === undefined ? style : { ...style, version: 2 });
  if (!parsed.success)
    throw new Unusable('styles.unreadable', { path: parsed.error.issues[0]!.path.join('.') });
  return parsed.data;
}

/** Whether the text is an expression that styles can have. */
export function isFormula(text: string): boolean {
  return text.trim() !== '' && formulaProblem(text) === undefined;
}

function defined(range: { minScale: number | undefined; maxScale: number | undefined }): {
  minScale?: number;
  maxScale?: number;
} {
  const { minScale, maxScale } = range;
  return { ...(minScale === undefined ? {} : { minScale }), ...(maxScale === undefined ? {} : { maxScale }) };
}
