import type { AnswerOf, listProjectTransactions, QueryOf } from '#core/protocol';
import { type Caller, blockedTypes } from '../../../base/caller.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { madeBy } from './by-plugin.ts';

const PAGE = 50;
const MAX_IDS = 20;

type JournalQuery = QueryOf<typeof listProjectTransactions>;
type Journal = AnswerOf<typeof listProjectTransactions>;

/**
 * The changes of a project's objects, newest first. Everything that one request writes has the same `at`, and is one
 * entry. Changes of a type blocked for the caller are omitted, also if only an earlier state had that type.
 */
export async function journalOf(
  db: Queries,
  caller: Caller,
  projectId: string,
  { before, by, typeName, plugin, from, to }: JournalQuery,
): Promise<Journal> {
  const typeNames = typeName === undefined ? undefined : [typeName];
  const scope = scopeOf(caller, { projectId, ...(typeNames && { typeNames }) });
  const params: unknown[] = [
    blockedTypes(caller),
    before ?? null,
    by ?? null,
    from ?? null,
    to ?? null,
    plugin ?? null,
  ];
  const visible =
    `${scope.objects('t', params)} and (t.before_type is null or not (t.before_type = any($1::text[])))` +
    ` and ($3::uuid is null or t.by_user = $3::uuid)` +
    ` and ($6::text is null or ${madeBy('$6::text')})`;
  const rows = await db.query<Omit<Journal['entries'][number], 'id'> & { id: number }>(
    `with moments as materialized (
       select t.at, t.by_user from transactions t
       where ${visible}
         and ($2::bigint is null or t.at < (select o.at from transactions o where o.id = $2::bigint
           and ${scopeOf(caller, { projectId }).objects('o', params)}))
         and ($4::timestamptz is null or t.at >= $4::timestamptz)
         and ($5::timestamptz is null or t.at <= $5::timestamptz)
       group by t.at, t.by_user order by t.at desc, t.by_user limit ${PAGE + 1}
     ), done as (
       select t.at, t.by_user, t.kind, t.type_name, max(t.id) as id, max(i.file_name) as file_name,
         sum(case when t.geometry_id is null then coalesce(i.count, 1) else 1 end)::int as count,
         (array_agg(t.geometry_id order by t.id) filter (where t.geometry_id is not null))[1:${MAX_IDS}] as ids,
         array_agg(distinct t.plugin) filter (where t.plugin is not null) as plugins
       from moments m join transactions t on t.at = m.at and t.by_user = m.by_user
         left join imports i on i.id = t.import_id and t.geometry_id is null
       where ${visible}
       group by t.at, t.by_user, t.kind, t.type_name
     )
     select max(d.id) as id, d.at, u.name as by,
       json_agg(json_build_object('kind', d.kind, 'typeName', d.type_name, 'count', d.count,
         'fileName', d.file_name) order by d.count desc, d.type_name, d.kind) as done,
       coalesce((select array_agg(e.id order by e.id) from done f, unnest(f.ids) as e(id)
         where f.at = d.at and f.by_user = d.by_user), '{}') as "objectIds",
       coalesce((select array_agg(distinct e.plugin) from done f, unnest(f.plugins) as e(plugin)
         where f.at = d.at and f.by_user = d.by_user), '{}') as plugins
     from done d join users u on u.id = d.by_user
     group by d.at, d.by_user, u.name order by d.at desc, d.by_user`,
    params,
  );
  const entries = rows
    .slice(0, PAGE)
    .map((row) => ({ ...row, id: String(row.id), objectIds: row.objectIds.slice(0, MAX_IDS) }));
  return { entries, more: rows.length > PAGE };
}
