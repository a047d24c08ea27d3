import type { MapObject } from '#core/document';
import type { ResearchFilter, ResearchOperator, ResearchValue } from '#core/protocol';
import { isEmpty } from './problem.ts';

type Holds = (object: MapObject) => boolean;
type Test = (value: unknown, wanted: ResearchValue | ResearchValue[] | undefined) => boolean;

/** A filter over loaded objects: what the server answers to `POST /geometries/research` for the same. */
export function holds(filter: ResearchFilter): Holds {
  if ('and' in filter) {
    const all = filter.and.map(holds);
    return (object) => all.every((each) => each(object));
  }
  if ('or' in filter) {
    const any = filter.or.map(holds);
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
  return object.properties[field.replace(/^properties\./, '')];
}

const TESTS: Record<ResearchOperator, Test> = {
  eq: (value, wanted) => equal(value, wanted),
  ne: (value, wanted) => !equal(value, wanted),
  lt: (value, wanted) => sides(value, wanted) < 0,
  le: (value, wanted) => sides(value, wanted) <= 0,
  gt: (value, wanted) => sides(value, wanted) > 0,
  ge: (value, wanted) => sides(value, wanted) >= 0,
  like: (value, wanted) => isScalar(value) && patternOf(String(wanted)).test(String(value)),
  in: (value, wanted) => Array.isArray(wanted) && wanted.some((each) => equal(value, each)),
  null: (value, wanted) => isEmpty(value) === (wanted !== false),
};

function equal(value: unknown, wanted: unknown): boolean {
  if (wanted === null || wanted === undefined) return isEmpty(value);
  if (value === wanted) return true;
  const [own, other] = [momentOf(value), momentOf(wanted)];
  return own !== undefined && own === other;
}

/** Below, at or above 0 as the value is less, equal or greater; not a number where the two are of different kinds. */
function sides(value: unknown, wanted: unknown): number {
  if (typeof wanted === 'number') return typeof value === 'number' ? value - wanted : NaN;
  const moment = momentOf(wanted);
  if (moment !== undefined) return (momentOf(value) ?? NaN) - moment;
  if (typeof value !== 'string' || typeof wanted !== 'string') return NaN;
  const [own, other] = [value.toLowerCase(), wanted.toLowerCase()];
  return own === other ? 0 : own < other ? -1 : 1;
}

/** An ISO date, with or without a time; UTC where no zone is named. */
function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)?)?$/.test(value))
    return undefined;
  const zoned = !value.includes('T') || /(Z|[+-]\d\d:\d\d)$/.test(value);
  const moment = Date.parse(zoned ? value : `${value}Z`);
  // A day that does not exist would be taken for one of the next month.
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number];
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return exists && !Number.isNaN(moment) ? moment : undefined;
}

/** `%` any characters, `_` one; `\` before one of them makes it itself. */
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
