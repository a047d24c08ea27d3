import type { MapObject } from '#core/document';
import { propertyOf } from '#core/kernel';
import type { ResearchFilter, ResearchOperator, ResearchValue } from '#core/protocol';
import { isEmpty } from './field-problem.ts';

type ObjectTest = (object: MapObject) => boolean;
type ValueTest = (value: unknown, expected: ResearchValue | ResearchValue[] | undefined) => boolean;

/** Returns a test for loaded objects that matches the same objects as `POST /geometries/research` on the server. */
export function matchesFilter(filter: ResearchFilter): ObjectTest {
  if ('and' in filter) {
    const all = filter.and.map(matchesFilter);
    return (object) => all.every((each) => each(object));
  }
  if ('or' in filter) {
    const any = filter.or.map(matchesFilter);
    return (object) => any.some((each) => each(object));
  }
  const { field, op, value } = filter;
  const test = TESTS[op];
  return (object) => test(valueOf(object, field), value);
}

function valueOf(object: MapObject, field: string): unknown {
  if (field === 'id') return object.id;
  if (field === 'typeName') return object.typeName;
  if (field === 'geometryType') return object.location.type;
  return propertyOf(object.properties, field.replace(/^properties\./, ''));
}

const TESTS: Record<ResearchOperator, ValueTest> = {
  eq: (value, operand) => isEqual(value, operand),
  ne: (value, operand) => !isEqual(value, operand),
  lt: (value, operand) => compare(value, operand) < 0,
  le: (value, operand) => compare(value, operand) <= 0,
  gt: (value, operand) => compare(value, operand) > 0,
  ge: (value, operand) => compare(value, operand) >= 0,
  like: (value, operand) => isScalar(value) && patternOf(String(operand)).test(String(value)),
  in: (value, operand) => Array.isArray(operand) && operand.some((each) => isEqual(value, each)),
  null: (value, operand) => isEmpty(value) === (operand !== false),
};

function isEqual(value: unknown, expected: unknown): boolean {
  if (expected === null || expected === undefined) return isEmpty(value);
  if (value === expected) return true;
  const [own, other] = [timestampOf(value), timestampOf(expected)];
  return own !== undefined && own === other;
}

/**
 * Returns a number below, at or above 0 when the value is less, equal or greater; NaN when the two are of different
 * kinds.
 */
function compare(value: unknown, expected: unknown): number {
  if (typeof expected === 'number') return typeof value === 'number' ? value - expected : NaN;
  const moment = timestampOf(expected);
  if (moment !== undefined) return (timestampOf(value) ?? NaN) - moment;
  if (typeof value !== 'string' || typeof expected !== 'string') return NaN;
  const [own, other] = [value.toLowerCase(), expected.toLowerCase()];
  return own === other ? 0 : own < other ? -1 : 1;
}

/** Returns the time of an ISO date, with or without a time of day, in milliseconds. UTC when no zone is given. */
function timestampOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)?)?$/.test(value))
    return undefined;
  const zoned = !value.includes('T') || /(Z|[+-]\d\d:\d\d)$/.test(value);
  const moment = Date.parse(zoned ? value : `${value}Z`);
  // `Date.parse` would take a day that does not exist as one of the next month.
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number];
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return exists && !Number.isNaN(moment) ? moment : undefined;
}

/** `%` matches any characters, `_` one; `\` before one of them makes it literal. */
function patternOf(like: string): RegExp {
  const source = like.replace(/\\?[^]/gu, (sign) => {
    if (sign === '%') return '[^]*';
    if (sign === '_') return '[^]';
    return sign.replace(/^\\(?=[^])/u, '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'iu');
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
