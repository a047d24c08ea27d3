import type { Field, ResearchFilter, ResearchValue } from '#core/protocol';

/** How a value is compared, in a person's words. */
export type Comparison =
  'is' | 'is-not' | 'contains' | 'begins' | 'less' | 'most' | 'more' | 'least' | 'empty' | 'filled';

/** One condition as it stands in the dialog; `key` tells the rows apart. */
export interface Condition {
  readonly key: number;
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: unknown;
}

const ORDERED: readonly Comparison[] = ['is', 'is-not', 'less', 'most', 'more', 'least', 'empty', 'filled'];
const CHOSEN: readonly Comparison[] = ['is', 'is-not', 'empty', 'filled'];
const WRITTEN: readonly Comparison[] = ['contains', 'begins', 'is', 'is-not', 'empty', 'filled'];

/** What can be asked of a field; the first is what is usually asked. */
export function comparisonsOf(type: Field['type']): readonly Comparison[] {
  if (type === 'number' || type === 'integer' || type === 'date') return ORDERED;
  return type === 'choice' || type === 'boolean' ? CHOSEN : WRITTEN;
}

export function asksForValue(comparison: Comparison): boolean {
  return comparison !== 'empty' && comparison !== 'filled';
}

/** Can it be asked: is there a value where one is needed? */
export function isComplete({ field, comparison, value }: Condition): boolean {
  return field !== '' && (!asksForValue(comparison) || value !== undefined);
}

const PLAIN = { is: 'eq', 'is-not': 'ne', less: 'lt', most: 'le', more: 'gt', least: 'ge' } as const;

export function filterOf({ field, comparison, value }: Condition): ResearchFilter {
  // An attribute of that name, also where objects have something of their own that is called so.
  const name = `properties.${field}`;
  const text = String(value).replace(/[\\%_]/g, '\\$&');
  switch (comparison) {
    case 'empty':
      return { field: name, op: 'null' };
    case 'filled':
      return { field: name, op: 'null', value: false };
    case 'contains':
      return { field: name, op: 'like', value: `%${text}%` };
    case 'begins':
      return { field: name, op: 'like', value: `${text}%` };
    default:
      return { field: name, op: PLAIN[comparison], value: value as ResearchValue };
  }
}
