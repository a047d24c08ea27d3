import type { Field } from '#core/protocol';
import { canBacktrack } from './can-backtrack.ts';

/** Longer values are matched by the server alone. */
const MAX_MATCHED_LENGTH = 500;

/** What is wrong with an attribute's value: a text key with its values. */
export interface FieldProblem {
  readonly key: `core:field.${'required' | 'number' | 'whole' | 'least' | 'most' | 'pattern' | 'choice' | 'date' | 'boolean' | 'text'}`;
  readonly values?: Readonly<Record<string, number | string>>;
}

/**
 * Validates a value against its field, like the server: required, type, range, choice, pattern. Returns undefined
 * when valid. Uniqueness is checked by the server alone, and computed values are not checked.
 */
export function fieldProblem(field: Field, value: unknown): FieldProblem | undefined {
  if (field.computed !== undefined) return undefined;
  if (isEmpty(value)) return field.required ? { key: 'core:field.required' } : undefined;
  switch (field.type) {
    case 'number':
    case 'integer':
      return numberProblem(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { key: 'core:field.boolean' };
    case 'choice':
      return field.choices?.some((choice) => choice.value === value)
        ? undefined
        : { key: 'core:field.choice' };
    case 'date':
      return isDay(value) ? undefined : { key: 'core:field.date' };
    case 'relation':
      return undefined;
    default:
      return textProblem(field, value);
  }
}

/** Returns whether there is no value: undefined, null or an empty text. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function numberProblem(field: Field, value: unknown): FieldProblem | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'core:field.number' };
  if (field.type === 'integer' && !Number.isSafeInteger(value)) return { key: 'core:field.whole' };
  if (field.min !== undefined && value < field.min)
    return { key: 'core:field.least', values: { min: field.min } };
  if (field.max !== undefined && value > field.max)
    return { key: 'core:field.most', values: { max: field.max } };
  return undefined;
}

function textProblem({ pattern }: Field, value: unknown): FieldProblem | undefined {
  if (typeof value !== 'string') return { key: 'core:field.text' };
  if (pattern === undefined || matches(pattern, value)) return undefined;
  return { key: 'core:field.pattern', values: { pattern } };
}

/**
 * The whole value must match. A regular expression that is invalid, or that could hang the page, is left to the server.
 */
function matches(pattern: string, value: string): boolean {
  if (value.length > MAX_MATCHED_LENGTH || canBacktrack(pattern)) return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value);
  } catch {
    return true;
  }
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return false;
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10));
}
