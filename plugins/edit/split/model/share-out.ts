import { fieldProblem, isEmpty } from '#core/fields';
import { propertyOf } from '#core/kernel';
import type { Field, ObjectType, Properties } from '#core/protocol';
import type { Rule } from './rules.ts';

/** Why the parts cannot have attributes by these rules. */
export type ShareFault = 'divided';

/** Returns the attributes of each part; `sizes` are their lengths or areas. Attributes without a field are copied. */
export function shareOut(
  properties: Properties,
  type: ObjectType | undefined,
  sizes: readonly number[],
  ruleOf: (field: Field) => Rule,
): Record<string, unknown>[] | ShareFault {
  const parts = sizes.map(() => ({ ...properties }));
  for (const field of type?.fields ?? []) {
    const value = propertyOf(properties, field.name);
    if (isEmpty(value)) continue;
    const rule = ruleOf(field);
    const values = valuesBy(rule, value, field, sizes);
    if (rule === 'divide' && values.some((each) => fieldProblem(field, each))) return 'divided';
    parts.forEach((part, i) => {
      if (values[i] === undefined) delete part[field.name];
      else part[field.name] = values[i];
    });
  }
  return parts;
}

function valuesBy(rule: Rule, value: unknown, { type }: Field, sizes: readonly number[]): unknown[] {
  if (rule === 'first') return sizes.map((_, i) => (i === 0 ? value : undefined));
  if (rule === 'empty') return sizes.map(() => undefined);
  if (rule === 'divide' && typeof value === 'number')
    return type === 'integer' ? wholeShares(value, sizes) : shares(value, sizes);
  return sizes.map(() => value);
}

function shares(value: number, sizes: readonly number[]): number[] {
  const sum = sizes.reduce((all, size) => all + size, 0);
  return sizes.map((size) => (value * size) / sum);
}

/**
 * Returns integers that add up to the value: each share rounded down, and the remainder one by one to those that lost
 * most.
 */
function wholeShares(value: number, sizes: readonly number[]): number[] {
  const exact = shares(value, sizes);
  const whole = exact.map(Math.floor);
  const rest = Math.round(value - whole.reduce((all, share) => all + share, 0));
  const byLoss = exact.map((share, i) => ({ i, lost: share - whole[i]! })).sort((a, b) => b.lost - a.lost);
  for (const { i } of byLoss.slice(0, rest)) whole[i]!++;
  return whole;
}
