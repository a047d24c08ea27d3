import { MAX_VALUES, type FieldValues } from '#core/protocol';
import type { Scope } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';

const QUANTILES = 200;
const BINS = 40;

interface Row {
  count: number;
  empty: number;
  distinct: number;
  values: FieldValues['values'] | null;
  numbers: number;
  min: number | null;
  max: number | null;
  quantiles: number[] | null;
  histogram: Record<string, number> | null;
}

/** What a field has for classes, in one reading of the objects. */
export async function valuesOf(db: Queries, scope: Scope, field: string): Promise<FieldValues> {
  const params: unknown[] = [field];
  const shares = addParam(
    params,
    Array.from({ length: QUANTILES + 1 }, (_, n) => n / QUANTILES),
  );
  const [row] = await db.query<Row>(
    `with all_values as materialized (
       select case when g.properties->$1 in ('null'::jsonb, '""'::jsonb) then null else g.properties->$1 end as v
       from geometries g where ${scope.objects('g', params)}),
     counted as materialized (
       select v, count(*)::int as n from all_values
       where case jsonb_typeof(v) when 'number' then abs((v#>>'{}')::numeric) < 1e300
         else jsonb_typeof(v) in ('string', 'boolean') end
       group by v),
     numbers as materialized (
       select (v#>>'{}')::float8 as x, n from counted where jsonb_typeof(v) = 'number'),
     ends as (select min(x) as low, max(x) as high, sum(n)::int as n from numbers),
     spread as (
       select percentile_disc(${shares}::float8[]) within group (order by x) as q
       from numbers, generate_series(1, n))
     select (select count(*)::int from all_values) as count,
       (select count(*)::int from all_values where v is null) as empty,
       (select count(*)::int from counted) as distinct,
       (select jsonb_agg(jsonb_build_object('value', v, 'count', n) order by n desc, v)
        from (select v, n from counted order by n desc, v limit ${MAX_VALUES}) most) as values,
       coalesce((select n from ends), 0) as numbers, (select low from ends) as min, (select high from ends) as max,
       (select q from spread) as quantiles,
       (select jsonb_object_agg(bin, n) from (
          select case when e.high > e.low
            then least(${BINS - 1}, floor((x - e.low) / (e.high - e.low) * ${BINS}))::int else 0 end as bin,
            sum(numbers.n)::int as n
          from numbers, ends e group by 1) bins) as histogram`,
    params,
  );
  const { count, empty, distinct, values, numbers, min, max, quantiles, histogram } = row!;
  const bins = Array.from({ length: BINS }, (_, n) => histogram?.[n] ?? 0);
  return {
    count,
    empty,
    distinct,
    values: values ?? [],
    numbers:
      min === null || max === null
        ? null
        : { count: numbers, min, max, quantiles: quantiles ?? [], histogram: bins },
  };
}
