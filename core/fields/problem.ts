import type { Field } from '#core/protocol';

/** What is wrong with the value of an attribute: a text key with its values. */
export interface FieldProblem {
  readonly key: `core:field.${'required' | 'number' | 'whole' | 'least' | 'most' | 'pattern' | 'choice' | 'date' | 'boolean' | 'text'}`;
  readonly values?: Readonly<Record<string, number | string>>;
}

/**
 * Judges a value by its field, as the server will: required, kind, range, choice, pattern; undefined when all is well.
 * Uniqueness is known to the server alone.
 */
export function fieldProblem(field: Field, value: unknown): FieldProblem | undefined {
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

/** No value: nothing, null or an empty text. */
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

/** The whole value must match. A pattern that is no regular expression binds nobody here; the server judges it. */
function matches(pattern: string, value: string): boolean {
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
