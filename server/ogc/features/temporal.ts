import { HttpError } from '../../base/http-error.ts';
import type { AddParam } from '../../platform/db/params.ts';
import type { Queryable } from './queryables.ts';

const DAY = 86_400_000;
const MILLISECOND = 1;
const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A moment or day, or an interval of them, whose ends may be open (undefined). */
export interface Period {
  from: string | undefined;
  until: string | undefined;
}

export type TimeRelation = 'after' | 'before' | 'during' | 'equals' | 'intersects' | 'disjoint';

/** SQL of the relation of a time or date property to a period. Throws 400 for what is no time. */
export function timeSql(
  of: Queryable,
  relation: TimeRelation,
  { from, until }: Period,
  param: AddParam,
): string {
  const at = (operator: string, end: string | undefined, open: string) =>
    end === undefined ? open : comparison(of, operator, end, param);
  switch (relation) {
    case 'after':
      return at('>', until, 'false');
    case 'before':
      return at('<', from, 'false');
    case 'during':
      return `(${at('>', from, 'true')} and ${at('<', until, 'true')})`;
    case 'equals':
    case 'intersects':
      return `(${at('>=', from, 'true')} and ${at('<=', until, 'true')})`;
    case 'disjoint':
      return `(${at('<', from, 'false')} or ${at('>', until, 'false')})`;
  }
}

/**
 * A day lasts until its end, in UTC; a time is as long as the last digit that clients see of stored times, a millisecond.
 */
function comparison(of: Queryable, operator: string, literal: string, param: AddParam): string {
  if (!ISO.test(literal) || Number.isNaN(Date.parse(literal)))
    throw new HttpError(400, 'open.bad-time', { name: of.name, value: literal.slice(0, 60) });
  const isDay = literal.length === 10;
  if (of.kind === 'text')
    return isDay
      ? `left(${of.text(param)}, 10) collate "C" ${operator} ${param(literal)}::text`
      : `${of.text(param)} collate "C" ${operator} ${param(literal)}::text`;
  if (of.kind !== 'time') throw new HttpError(400, 'open.no-time', { name: of.name });
  // A literal lasts from its start to before its end; those after the start or until the end are compared with the end.
  const start = Date.parse(literal);
  const isAfter = operator.startsWith('>');
  const limit = isAfter === operator.endsWith('=') ? start : start + (isDay ? DAY : MILLISECOND);
  return `${of.value(param)} ${isAfter ? '>=' : '<'} ${param(new Date(limit).toISOString())}::timestamptz`;
}
