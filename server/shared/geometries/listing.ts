import { MAX_LISTED } from '#core/protocol';
import type { Scope } from '../access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { paramsInto, type AddParam } from '../../platform/db/params.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { HttpError } from '../../base/http-error.ts';
import { objectSql } from './about.ts';

/** Maximum bytes of coordinates in one response, since all of them are in memory at once. */
export const MAX_BYTES = 128 * 1024 * 1024;

/** SQL of a condition on `g`; its values are added as parameters. */
type SqlCondition = (param: AddParam) => string;

/** Those of the objects that are in the scope, in the order of their ids, as a JSON list. */
export async function listByIds(db: Queries, scope: Scope, ids: readonly string[]): Promise<Precomposed> {
  const params: unknown[] = [ids];
  const [row] = await db.query<{ bytes: number; list: string | null }>(
    `with page as (
       select g.id, g.location, g.about, g.import_id, h.n, sum(octet_length(g.location)) over (order by h.n) as bytes
       from unnest($1::uuid[]) with ordinality as h(id, n)
         join geometries g on g.id = h.id and ${scope.objects('g', params)}
     )
     select ${LIST} from page p`,
    params,
  );
  return whole(row!);
}

const LIST = `coalesce(max(p.bytes), 0) as bytes,
  string_agg(${objectSql('p')}, ',' order by p.n) filter (where p.bytes <= ${MAX_BYTES}) as list`;

/** Throws HttpError 413 for more bytes than the maximum of one response. */
function whole({ bytes, list }: { bytes: number; list: string | null }): Precomposed {
  if (bytes > MAX_BYTES)
    throw new HttpError(413, 'geometries.too-large', { megabytes: Math.round(bytes / 1e6) });
  return new Precomposed(`[${list ?? ''}]`);
}

/**
 * All objects of a scope for which a condition on `g` is true, as a JSON list, in the order of their ids. Throws
 * HttpError 413 with the count when there are more than the maximum of one response.
 */
export async function listAll(
  db: Queries,
  scope: Scope,
  condition: SqlCondition,
): Promise<{ list: Precomposed; total: number }> {
  const params: unknown[] = [];
  const where = `${condition(paramsInto(params))} and ${scope.objects('g', params)}`;
  const [row] = await db.query<{ total: number; bytes: number; list: string | null }>(
    `with hits as materialized (
       select g.id, row_number() over (order by g.id) as n from geometries g where ${where}
     ), page as (
       select g.id, g.location, g.about, g.import_id, h.n, sum(octet_length(g.location)) over (order by h.n) as bytes
       from hits h join geometries g on g.id = h.id and ${scope.objects('g', params)}
       where (select count(*) from hits) <= ${MAX_LISTED}
     )
     select (select count(*) from hits) as total, ${LIST} from page p`,
    params,
  );
  const { total } = row!;
  if (total > MAX_LISTED) throw new HttpError(413, 'geometries.too-many', { count: total, most: MAX_LISTED });
  return { list: whole(row!), total };
}
