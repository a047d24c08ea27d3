import { isShown } from '#core/fields';
import type { Field, Properties } from '#core/protocol';
import { isCleanText } from '../../base/clean-text.ts';
import { isUuid } from '../../base/uuid.ts';
import { matches } from './pattern.ts';

/** The error of one attribute: the key of a server text and its parameters. */
export interface PropertyProblem {
  key: string;
  /** `properties.height` */
  path: string;
  values: Record<string, string | number>;
}

const MAX_VALUES = 100_000;
const DEEPEST = 20;
const LONGEST = 1_000_000;
const LONGEST_MATCHED = 10_000;
const ISO_DATE =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Whether the attributes can be stored: within the limits of size and depth, all numbers finite, valid text. */
export function storageProblem(properties: Properties): PropertyProblem | undefined {
  const stack: { value: unknown; path: string; depth: number }[] = [
    { value: properties, path: 'properties', depth: 0 },
  ];
  let count = 0;
  let length = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path, depth } = next;
    const problem = (key: string, max = 0) => ({ key: `properties.${key}`, path, values: { path, max } });
    if (++count > MAX_VALUES) return problem('too-many', MAX_VALUES);
    if (typeof value === 'number' && !Number.isFinite(value)) return problem('not-finite');
    if (typeof value === 'string') {
      length += value.length;
      if (!isCleanText(value)) return problem('not-text');
    }
    if (length > LONGEST) return problem('too-long', LONGEST);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) return problem('too-deep', DEEPEST);
    for (const [name, inner] of Object.entries(value)) {
      if (!isCleanText(name)) return problem('not-text');
      length += name.length;
      const step = Array.isArray(value) ? `[${name}]` : `.${name.slice(0, 60)}`;
      stack.push({ value: inner, path: path.length < 200 ? path + step : path, depth: depth + 1 });
    }
  }
  return undefined;
}

/**
 * Checks attributes against the fields of their object type; a field whose condition does not hold requires no value. Attributes without a field are accepted: imports create
 * them. Those of computed fields are replaced when the object is stored. Uniqueness is checked by the database.
 */
export function propertyProblems(fields: readonly Field[], properties: Properties): PropertyProblem[] {
  const problems: PropertyProblem[] = [];
  for (const field of fields) {
    if (field.computed !== undefined) continue;
    const value = Object.hasOwn(properties, field.name) ? properties[field.name] : undefined;
    const problem = fieldProblem(field, value);
    if (!problem || (problem.key === 'required' && !isShown(field, properties))) continue;
    const values = { field: field.name, ...problem.values };
    problems.push({ key: `properties.${problem.key}`, path: `properties.${field.name}`, values });
  }
  return problems;
}

interface PropertyError {
  key: string;
  values?: Record<string, string | number>;
}

/** The first rule of the field that the value breaks. */
export function fieldProblem(field: Field, value: unknown): PropertyError | undefined {
  if (isEmptyValue(value)) return field.required ? { key: 'required' } : undefined;
  return kindProblem(field, value) ?? boundProblem(field, value) ?? patternProblem(field, value);
}

/** Undefined, null, or an empty text. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether the value has the type of the field; a choice is one of the list. */
export function kindProblem(field: Field, value: unknown): PropertyError | undefined {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' ? undefined : { key: 'not-a-number' };
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : { key: 'not-an-integer' };
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { key: 'not-yes-or-no' };
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : { key: 'not-a-date' };
    case 'relation':
      return isRelation(value) ? undefined : { key: 'not-a-relation' };
    case 'choice': {
      const choices = (field.choices ?? []).map((choice) => choice.value);
      if (typeof value === 'string' && choices.includes(value)) return undefined;
      const shown = choices.slice(0, 20).join(', ') + (choices.length > 20 ? ', …' : '');
      return { key: 'not-a-choice', values: { choices: shown } };
    }
    case 'text':
    case 'image':
    case 'document':
      return typeof value === 'string' ? undefined : { key: 'not-a-text' };
  }
}

function boundProblem({ min, max }: Field, value: unknown): PropertyError | undefined {
  if (typeof value !== 'number') return undefined;
  if (min !== undefined && value < min) return { key: 'too-small', values: { min } };
  if (max !== undefined && value > max) return { key: 'too-large', values: { max } };
  return undefined;
}

function patternProblem({ pattern }: Field, value: unknown): PropertyError | undefined {
  if (!pattern || typeof value !== 'string') return undefined;
  const fits = value.length > LONGEST_MATCHED ? false : matches(pattern, value);
  if (fits === 'too-slow') return { key: 'pattern-too-slow', values: { pattern } };
  return fits ? undefined : { key: 'no-match', values: { pattern } };
}

/** A day that exists, with or without a time. */
function isDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return day.toISOString().slice(0, 10) === text.slice(0, 10);
}

function isRelation(value: unknown): boolean {
  const ids = Array.isArray(value) ? (value as unknown[]) : [value];
  return ids.every(isUuid);
}
