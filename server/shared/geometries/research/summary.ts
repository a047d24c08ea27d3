import { LRUCache } from 'lru-cache';
import type { FieldSummary, Language } from '#core/protocol';
import { paramsInto } from '../../../platform/db/params.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { Scope } from '../../access/scope.ts';
import { fieldSql } from './fields.ts';
import { hashOf } from '../../../base/hash.ts';
import { whereSql, type ObjectsWhere } from './where.ts';

interface SummaryRequest {
  /** The state of the project (`stateOf`): results are remembered while it lasts. */
  state: string;
  field: string;
  where: ObjectsWhere;
  language: Language;
}

const summaries = new LRUCache<string, FieldSummary>({ max: 1000 });

/** Statistics of the numbers of one field. Throws HttpError as `whereSql`, 422 for an invalid field. */
export async function summarize(
  db: Queries,
  scope: Scope,
  { state, field, where, language }: SummaryRequest,
): Promise<FieldSummary> {
  const params: unknown[] = [];
  const { value, text, number } = fieldSql(field, paramsInto(params), scope);
  // Sums of numeric are exact; they are rounded once, at the end.
  const [n, empty] =
    number === undefined
      ? [
          `case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end`,
          `(${value} is null or ${value} = 'null'::jsonb or ${text} = '')`,
        ]
      : [number, `${number} is null`];
  const sql = `select count(*)::int as count, count(v.n)::int as numbers, count(*) filter (where v.empty)::int as empty,
       sum(v.n)::text as sum, avg(v.n)::text as mean, min(v.n)::text as min, max(v.n)::text as max
     from (select ${n} as n, ${empty} as empty from geometries g
       where ${scope.objects('g', params)} and ${whereSql(where, language, params, scope)} offset 0) v`;
  const key = hashOf([state, sql, params]);
  const known = summaries.get(key);
  if (known) return known;
  const [row] = await db.query<Record<'sum' | 'mean' | 'min' | 'max', string | null> & Counts>(sql, params);
  const { count, numbers, empty: without, sum, mean, min, max } = row!;
  const summary: FieldSummary = {
    count,
    numbers,
    empty: without,
    others: count - numbers - without,
    sum: finite(sum),
    mean: finite(mean),
    min: finite(min),
    max: finite(max),
  };
  summaries.set(key, summary);
  return summary;
}

interface Counts {
  count: number;
  numbers: number;
  empty: number;
}

/** JSON has no infinity. */
function finite(text: string | null): number | null {
  return text !== null && Number.isFinite(Number(text)) ? Number(text) : null;
}
