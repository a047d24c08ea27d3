import { MAX_LISTED } from '#core/protocol';
import type { Scope } from '../access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { paramsInto, type AddParam } from '../../platform/db/params.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { HttpError } from '../../base/http-error.ts';
import { objectSql } from './about.ts';

/** Maximum bytes of coordinates in one response, since all of them are in memory at once. */
const MOST_BYTES = 128 * 1024 * 1024;

/** SQL of a condition on `g`; its values are added as parameters. */
export type Condition = (param: AddParam) => string;

export interface Page {
  /**
   * Expressions on `g`, each with its direction; completed by the id, so that pages neither repeat nor omit objects.
   */
  order: readonly string[];
  size: number;
  /** From 0. */
  offset: number;
}

/** A page of the objects of a scope for which a condition on `g` is true, as a JSON list, and the total count. */
export async function listPage(
  db: Queries,
  scope: Scope,
  condition: Condition,
  { order, size, offset }: Page,
  params: unknown[] = [],
): Promise<{ list: Precomposed; total: number }> {
  const param = paramsInto(params);
  const where = `${condition(param)} and ${scope.objects('g', params)}`;
  const by = [...order, 'g.id'].join(', ');
  const [row] = await db.query<{ total: number; bytes: number; list: string | null }>(
    `with hits as materialized (
       select g.id, row_number() over (order by ${by}) as n from geometries g where ${where}
     ), page as (
       select g.id, g.location, g.about, g.import_id, h.n, sum(octet_length(g.location)) over (order by h.n) as bytes
       from hits h join geometries g on g.id = h.id and ${scope.objects('g', params)}
       where h.n > ${param(offset)}::bigint and h.n <= ${param(offset + size)}::bigint
     )
     select (select count(*) from hits) as total, coalesce(max(p.bytes), 0) as bytes,
       string_agg(${objectSql('p')}, ',' order by p.n) filter (where p.bytes <= ${MOST_BYTES}) as list
     from page p`,
    params,
  );
  const { total, bytes, list } = row!;
  if (bytes > MOST_BYTES)
    throw new HttpError(413, 'geometries.too-large', { megabytes: Math.round(bytes / 1e6) });
  return { list: new Precomposed(`[${list ?? ''}]`), total };
}

/** All of them. Throws HttpError 413 with the count when there are more than the maximum of one response. */
export async function listAll(
  db: Queries,
  scope: Scope,
  condition: Condition,
  order: readonly string[] = [],
): Promise<{ list: Precomposed; total: number }> {
  const found = await listPage(db, scope, condition, { order, size: MAX_LISTED, offset: 0 });
  if (found.total > MAX_LISTED)
    throw new HttpError(413, 'geometries.too-many', { count: found.total, most: MAX_LISTED });
  return found;
}
