import { RESEARCH_OPERATORS, type Language, type ResearchOperator } from '#core/protocol';
import { isCleanText } from '../../../base/clean-text.ts';
import { sentence } from '../../../base/language.ts';
import { HttpError } from '../../../base/http-error.ts';
import { fieldSql, type FieldSql } from './fields.ts';
import { daysAround, isMoment, momentText } from './moments.ts';
import type { AddParam } from '../../../platform/db/params.ts';
import type { Scope } from '../../access/scope.ts';

const DEEPEST = 8;
const MAX_CONDITIONS = 200;
const LONGEST_LIST = 1000;
const LONGEST_TEXT = 10_000;
const LONGEST_PATTERN = 200;

type Scalar = string | number | boolean;

/**
 * A filter as a condition on `g`; everything from the person is passed as a parameter. Throws HttpError 422 with the
 * place of the error.
 */
export function filterSql(filter: unknown, language: Language, param: AddParam, scope: Scope): string {
  let count = 0;
  return node(filter, 'body.filter', 1);

  function node(value: unknown, path: string, depth: number): string {
    if (depth > DEEPEST) throw fault(path, 'too-deep', { most: DEEPEST });
    if (typeof value !== 'object' || value === null) throw fault(path, 'no-condition', { path });
    const { and, or, ...rest } = value as Record<string, unknown>;
    const joined = and ?? or;
    if (joined === undefined) return leaf(rest, path);
    if (!Array.isArray(joined) || (and !== undefined && or !== undefined) || Object.keys(rest).length > 0)
      throw fault(path, 'no-condition', { path });
    const word = and === undefined ? 'or' : 'and';
    const parts = joined.map((each, i) => node(each, `${path}.${word}[${i}]`, depth + 1));
    // Without conditions, `and` is true and `or` is false.
    return parts.length === 0 ? String(word === 'and') : `(${parts.join(` ${word} `)})`;
  }

  function leaf({ field, op, value }: Record<string, unknown>, path: string): string {
    if (++count > MAX_CONDITIONS) throw fault(path, 'too-many', { most: MAX_CONDITIONS });
    if (typeof field !== 'string' || field === '') throw fault(path, 'no-condition', { path });
    if (!RESEARCH_OPERATORS.includes(op as ResearchOperator))
      throw fault(path, 'no-operator', { path, operators: RESEARCH_OPERATORS.join(', ') });
    const sql = fieldSql(field, param, scope);
    const condition = CONDITIONS[op as ResearchOperator](sql, value, param);
    if (typeof condition === 'string') return condition;
    const most = op === 'in' ? LONGEST_LIST : LONGEST_PATTERN;
    const needs = sentence(language, `research.needs.${condition.needs}`, { most });
    throw fault(`${path}.value`, 'no-value', { path: `${path}.value`, op: String(op), needs });
  }

  function fault(path: string, key: string, values: Record<string, string | number>): HttpError {
    const message = sentence(language, `research.${key}`, values);
    return new HttpError(422, `research.${key}`, values, { errors: [{ path, message }] });
  }
}

interface Unfit {
  needs: 'scalar' | 'ordered' | 'pattern' | 'list' | 'yes-or-no';
}
type OperatorSql = (field: FieldSql, value: unknown, param: AddParam) => string | Unfit;

const CONDITIONS: Record<ResearchOperator, OperatorSql> = {
  eq: equal,
  ne(field, value, param) {
    const condition = equal(field, value, param);
    return typeof condition === 'string' ? `not ${condition}` : condition;
  },
  lt: ordered('<'),
  le: ordered('<='),
  gt: ordered('>'),
  ge: ordered('>='),
  like({ value, text }, pattern, param) {
    if (typeof pattern !== 'string' || pattern.length > LONGEST_PATTERN || !isCleanText(pattern))
      return { needs: 'pattern' };
    // A single backslash at the end would escape nothing.
    if (/(?<!\\)(\\\\)*\\$/.test(pattern)) return { needs: 'pattern' };
    const isText = `coalesce(jsonb_typeof(${value}), 'null') in ('string', 'number', 'boolean')`;
    return `(${isText} and ${text} ilike ${param(pattern)}::text)`;
  },
  in(field, list, param) {
    if (!Array.isArray(list) || list.length > LONGEST_LIST) return { needs: 'list' };
    const values = list.filter((each) => each !== null);
    if (!values.every(isScalar)) return { needs: 'list' };
    const conditions = values.length < list.length ? [absent(field)] : [];
    if (values.length > 0) {
      const texts = values.map((each) => JSON.stringify(each));
      conditions.push(`coalesce(${field.value} = any(${param(texts)}::text[]::jsonb[]), false)`);
    }
    const moments = values.filter((each) => isMoment(each)).map(momentText);
    if (moments.length > 0)
      conditions.push(`coalesce(${field.moment} = any(${param(moments)}::text[]::timestamptz[]), false)`);
    // Uses the field in any case: PostgreSQL refuses a parameter that no statement uses.
    if (conditions.length === 0) return `(${field.value} is null and false)`;
    return `(${conditions.join(' or ')})`;
  },
  null(field, value) {
    if (value !== undefined && value !== null && typeof value !== 'boolean') return { needs: 'yes-or-no' };
    return value === false ? `not ${absent(field)}` : absent(field);
  },
};

function equal(field: FieldSql, value: unknown, param: AddParam): string | Unfit {
  if (value === null) return absent(field);
  if (!isScalar(value)) return { needs: 'scalar' };
  // Comparing the column itself uses its index.
  if (field.always !== undefined && typeof value === 'string')
    return `${field.always} = ${param(value)}::text`;
  if (field.number !== undefined && typeof value === 'number')
    return `coalesce(${field.number} = ${param(value)}::float8, false)`;
  const same = `coalesce(${field.value} = ${param(JSON.stringify(value))}::text::jsonb, false)`;
  if (!isMoment(value)) return same;
  return `(${same} or ${momentSql(field, '=', value, param)})`;
}

function ordered(operator: '<' | '<=' | '>' | '>='): OperatorSql {
  return (field, value, param) => {
    if (typeof value === 'boolean' || !isScalar(value)) return { needs: 'ordered' };
    if (isMoment(value)) return momentSql(field, operator, value, param);
    if (field.number !== undefined && typeof value === 'number')
      return `coalesce(${field.number} ${operator} ${param(value)}::float8, false)`;
    const [kind, own, other] =
      typeof value === 'number'
        ? ['number', `(${field.value})::numeric`, `${param(String(value))}::text::numeric`]
        : ['string', `lower(${field.text})`, `lower(${param(value)}::text)`];
    return `case when jsonb_typeof(${field.value}) = '${kind}' then ${own} ${operator} ${other} else false end`;
  };
}

/** Missing, null or an empty text. */
function absent({ value, text }: FieldSql): string {
  return `(${value} is null or ${value} = 'null'::jsonb or ${text} = '')`;
}

/**
 * Text is only parsed as a timestamp if its beginning is on the right side of the requested one, or within a day of
 * it, which is more than the difference of any two time zones: the comparison is cheap, parsing is not.
 */
function momentSql({ text, moment }: FieldSql, operator: string, value: string, param: AddParam): string {
  const [before, after] = daysAround(value);
  const sides = [
    ...(operator === '<' || operator === '<=' ? [] : [`${text} collate "C" >= ${param(before)}::text`]),
    ...(operator === '>' || operator === '>=' ? [] : [`${text} collate "C" < ${param(after)}::text`]),
  ];
  const holds = `coalesce(${moment} ${operator} ${param(momentText(value))}::text::timestamptz, false)`;
  return `case when ${sides.join(' and ')} then ${holds} else false end`;
}

function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'string') return value.length <= LONGEST_TEXT && isCleanText(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
