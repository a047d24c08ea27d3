import type { Field, ResearchFilter, ResearchValue } from '#core/protocol';

/** A comparison operator. */
export type Comparison =
  | 'is'
  | 'is-not'
  | 'contains'
  | 'begins'
  | 'less'
  | 'most'
  | 'more'
  | 'least'
  | 'empty'
  | 'filled';

/** One condition of the dialog; `key` identifies the row. */
export interface AttributeCondition {
  readonly key: number;
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: unknown;
}

const ORDERED: readonly Comparison[] = ['is', 'is-not', 'less', 'most', 'more', 'least', 'empty', 'filled'];
const CHOSEN: readonly Comparison[] = ['is', 'is-not', 'empty', 'filled'];
const WRITTEN: readonly Comparison[] = ['contains', 'begins', 'is', 'is-not', 'empty', 'filled'];

/** The operators of a field type; the first is the default. */
export function comparisonsOf(type: Field['type']): readonly Comparison[] {
  if (type === 'number' || type === 'integer' || type === 'date') return ORDERED;
  return type === 'choice' || type === 'boolean' ? CHOSEN : WRITTEN;
}

export function asksForValue(comparison: Comparison): boolean {
  return comparison !== 'empty' && comparison !== 'filled';
}

/** Whether it has a value if one is needed. */
export function isComplete({ field, comparison, value }: AttributeCondition): boolean {
  return field !== '' && (!asksForValue(comparison) || value !== undefined);
}

const PLAIN = { is: 'eq', 'is-not': 'ne', less: 'lt', most: 'le', more: 'gt', least: 'ge' } as const;

export function filterOf({ field, comparison, value }: AttributeCondition): ResearchFilter {
  // The attribute, even where objects have a built-in property of that name.
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
