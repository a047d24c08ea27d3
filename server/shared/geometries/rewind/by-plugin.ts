import { MAX_RESTORED, type AnswerOf, type listPluginChanges, type PluginUndo } from '#core/protocol';
import { type Caller, blockedTypes } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { scopeOf } from '../../access/scope.ts';
import { objectSql } from '../about.ts';
import { countDifferences, newestOf, parsed, whatOf, type Rewound } from './difference.ts';

const AT_ONCE = 100;
const MAX_KEPT_IDS = 20;

/** Whether the transaction `t` was made by the plugin `$n`: one version, or with a name only, every version. */
export const madeBy = (param: string): string =>
  `(t.plugin = ${param} or (position('@' in ${param}) = 0 and starts_with(t.plugin, ${param} || '@')))`;

/** The plugins from outside that have changed objects of a project, each version for itself. */
export function pluginsOf(
  db: Queries,
  caller: Caller,
  projectId: string,
): Promise<AnswerOf<typeof listPluginChanges>> {
  const params: unknown[] = [projectId, blockedTypes(caller)];
  const scope = scopeOf(caller, { projectId });
  return db.query(
    `select t.plugin, count(distinct t.geometry_id)::int as objects, max(t.at) as "lastAt" from transactions t
     where t.project_id = $1::uuid and t.plugin is not null and ${scope.objects('t', params)}
       and (t.before_type is null or not (t.before_type = any($2::text[])))
     group by t.plugin order by t.plugin`,
    params,
  );
}

/**
 * Objects of a project that a plugin has changed. One that has had a type blocked for the caller since then is neither
 * revealed nor restored. Throws HttpError 413 (too many).
 */
export async function changedBy(
  db: Queries,
  caller: Caller,
  projectId: string,
  plugin: string,
): Promise<string[]> {
  const params: unknown[] = [projectId, plugin, blockedTypes(caller)];
  const scope = scopeOf(caller, { projectId });
  const rows = await db.query<{ id: string }>(
    `with first as (
       select t.geometry_id as id, min(t.id) as id_of_first from transactions t
       where t.project_id = $1::uuid and t.plugin is not null and t.geometry_id is not null and ${madeBy('$2::text')}
       group by t.geometry_id)
     select f.id from first f join transactions t on t.geometry_id = f.id and t.id >= f.id_of_first
     group by f.id
     having bool_and(${scope.objects('t', params)} and (t.before_type is null or not (t.before_type = any($3::text[]))))
     order by f.id limit ${MAX_RESTORED + 1}`,
    params,
  );
  if (rows.length > MAX_RESTORED) throw new HttpError(413, 'rewind.too-many', { most: MAX_RESTORED });
  return rows.map(({ id }) => id);
}

/** Files that the plugin has read and whose import was not undone. */
async function importsBy(db: Queries, caller: Caller, projectId: string, plugin: string): Promise<string[]> {
  const params: unknown[] = [projectId, plugin];
  const rows = await db.query<{ name: string }>(
    `select distinct i.file_name as name from transactions t join imports i on i.id = t.import_id
     where t.project_id = $1::uuid and t.kind = 'import' and t.geometry_id is null and ${madeBy('$2::text')}
       and i.undone_at is null and ${scopeOf(caller, { projectId }).objects('t', params)}
     order by 1`,
    params,
  );
  return rows.map(({ name }) => name);
}

/** What undoing all that a plugin did would do, without changing anything. Throws HttpError 413 (too many). */
export async function pluginUndoOf(
  db: Queries,
  caller: Caller,
  projectId: string,
  plugin: string,
): Promise<PluginUndo> {
  const newest = await newestOf(db, caller, projectId);
  const ids = await changedBy(db, caller, projectId, plugin);
  const keptIds: string[] = [];
  const undone = beforePlugin(db, caller, projectId, plugin, ids, (id) => keptIds.push(id));
  const counted = await countDifferences(undone);
  return {
    ...counted,
    lost: [],
    newest,
    kept: keptIds.length,
    keptIds: keptIds.slice(0, MAX_KEPT_IDS),
    imports: await importsBy(db, caller, projectId, plugin),
  };
}

/**
 * The state of the objects before the plugin first changed them, and now. Left out are those that are as they were, and
 * those that others have changed since, which `onKept` gets. In small batches: each may be large.
 */
export async function* beforePlugin(
  db: Queries,
  caller: Caller,
  projectId: string,
  plugin: string,
  ids: readonly string[],
  onKept: (id: string) => void,
): AsyncGenerator<Rewound[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const params: unknown[] = [projectId, plugin, ids.slice(from, from + AT_ONCE)];
    const scope = scopeOf(caller, { projectId });
    const rows = await db.query<{ id: string; then: string | null; now: string | null; isForeign: boolean }>(
      `with first as (
         select distinct on (t.geometry_id) t.geometry_id as id, t.id as id_of_first, t.before from transactions t
         where t.geometry_id = any($3::uuid[]) and t.project_id = $1::uuid and t.plugin is not null
           and ${madeBy('$2::text')} and ${scope.objects('t', params)}
         order by t.geometry_id, t.id)
       select f.id, f.before as then, ${objectSql('g')} as now,
         exists (select 1 from transactions t where t.geometry_id = f.id and t.id > f.id_of_first
           and ${scope.objects('t', params)} and (t.plugin is null or not ${madeBy('$2::text')})) as "isForeign"
       from first f left join geometries g on g.id = f.id and ${scope.objects('g', params)}`,
      params,
    );
    const changed = rows
      .map(({ id, then, now, isForeign }) => ({ id, isForeign, then: parsed(then), now: parsed(now) }))
      .filter((one) => whatOf(one) !== undefined);
    for (const { id, isForeign } of changed) if (isForeign) onKept(id);
    yield changed.filter(({ isForeign }) => !isForeign);
  }
}
