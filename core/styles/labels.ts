import { formulaOf, printedValue } from '#core/expression';
import { propertyOf } from '#core/kernel';
import type { LabelStyle, Style } from '#core/protocol';
import type { StyledObject } from './resolve.ts';
import { isInScale } from './scale.ts';

/** Size of labels and width of the halo around their letters where a style has none, CSS pixels. */
export const LABEL_SIZE = 11.5;
export const LABEL_HALO = 1.75;

/** Height of a label, CSS pixels. */
export function labelHeight({ size = LABEL_SIZE }: LabelStyle): number {
  return size + 2.5;
}

/** A field as an expression. */
export function fieldFormula(field: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(field) ? field : `"${field.replaceAll('"', '""')}"`;
}

/** The labels of a layer at 1 : `scale`; undefined: none. A style without `labels` shows its label attribute. */
export function labelsAt(style: Style, scale: number | undefined): LabelStyle | undefined {
  const labels = style.labels ?? (style.label ? { text: fieldFormula(style.label) } : undefined);
  if (!labels || (labels.text === '' && !labels.dimensions)) return undefined;
  return isInScale(labels, scale) && isInScale(style, scale) ? labels : undefined;
}

/** The text of an object's label; empty: none. `print` writes a number that is the whole label. */
export function labelText(
  { text }: Pick<LabelStyle, 'text'>,
  { properties, location }: StyledObject,
  print: (value: number) => string,
): string {
  if (text === '') return '';
  const value = formulaOf(text)?.evaluate(
    (field) => propertyOf(properties, field),
    () => location,
  );
  if (typeof value === 'number') return print(value);
  return value === undefined || typeof value === 'boolean' ? '' : printedValue(value).trim();
}
