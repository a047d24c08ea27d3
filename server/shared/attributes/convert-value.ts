import type { Field } from '#core/protocol';
import { fieldProblem, isEmptyValue, kindProblem } from './check.ts';

/** The value cannot be expressed in the type of the field without changing its meaning. */
export const NOT_CONVERTIBLE = Symbol('not convertible');

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** One comma, which cannot separate thousands: `12,5` and `0,125`, not `1,234`. */
const DECIMAL_COMMA = /^[+-]?(\d*,(\d{1,2}|\d{4,})|0*,\d{3})$/;
const YES = ['true', 'yes', 'sì', 'si', 'vero', '1'];
const NO = ['false', 'no', 'falso', '0'];

/**
 * Returns the value in the type of the field, `undefined` for an empty one, or LOST. Values that break only the range,
 * pattern or choices are returned.
 */
export function convertValue(value: unknown, field: Field): unknown {
  if (isEmptyValue(value)) return undefined;
  if (field.type === 'choice') return choiceOf(value, field);
  if (!kindProblem(field, value)) return value;
  switch (field.type) {
    case 'text':
    case 'image':
    case 'document':
      return textOf(value);
    case 'number':
    case 'integer': {
      const number = numberOf(value);
      return Number.isFinite(number) && !kindProblem(field, number) ? number : NOT_CONVERTIBLE;
    }
    case 'boolean':
      return booleanOf(value);
    case 'date':
    case 'relation': {
      const text = typeof value === 'string' ? value.trim() : value;
      return kindProblem(field, text) ? NOT_CONVERTIBLE : text;
    }
  }
}

/** Whether the converted value breaks a rule of the field beyond its type. */
export function isOutOfRange(value: unknown, field: Field): boolean {
  return !isEmptyValue(value) && fieldProblem(field, value) !== undefined;
}

/** The choice with this value or title; any other text stays, as a value that is not in the list. */
function choiceOf(value: unknown, { choices = [] }: Field): unknown {
  const text = textOf(value);
  if (choices.some((choice) => choice.value === text)) return text;
  const title = text.trim().toLowerCase();
  const named = choices.find((choice) =>
    [choice.value, choice.title.en, choice.title.it].some((name) => name.trim().toLowerCase() === title),
  );
  return named?.value ?? text;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const plain = DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
  return NUMBER.test(plain) ? Number(plain) : undefined;
}

function booleanOf(value: unknown): unknown {
  const text = String(value).trim().toLowerCase();
  if (YES.includes(text)) return true;
  return NO.includes(text) ? false : NOT_CONVERTIBLE;
}
