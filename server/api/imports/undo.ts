import type { AnswerOf, Language, undoImport } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/events/stream.ts';
import { batchOf } from './batch.ts';
import { recordLargeExtent } from '../../shared/extents/changes.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { recordCounts } from '../../shared/counts/counts.ts';
import { recordChanges } from '../../shared/overviews/changes.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';

/** Changed objects that are listed; all are counted. */
const MAX_NAMED = 1000;

/**
 * Undoes an import, with all layers that were imported together with it: deletes its objects except those changed since, which
 * are listed. Throws 404, or 409 when it was already undone.
 */
export async function undo(
  tx: Queries,
  events: EventStream,
  caller: Caller,
  id: string,
  language: Language,
): Promise<AnswerOf<typeof undoImport>> {
  const undone: AnswerOf<typeof undoImport>[] = [];
  for (const one of await batchOf(tx, caller, id, { undone: false }))
    undone.push(await undoOne(tx, events, caller, one, language));
  const types = undone.flatMap(({ typeRemoved }) => typeRemoved ?? []);
  return {
    removed: undone.reduce((sum, { removed }) => sum + removed, 0),
    kept: undone.flatMap(({ kept }) => kept).slice(0, MAX_NAMED),
    keptCount: undone.reduce((sum, { keptCount }) => sum + keptCount, 0),
    typeRemoved: types.length > 0 ? types.join(', ') : null,
  };
}

async function undoOne(
  tx: Queries,
  events: EventStream,
  caller: Caller,
  id: string,
  language: Language,
): Promise<AnswerOf<typeof undoImport>> {
  const params: unknown[] = [id];
  const [row] = await tx.query<{
    projectId: string;
    typeName: string;
    undone: boolean;
    madeType: string | null;
  }>(
    `select i.project_id as "projectId", i.type_name as "typeName", i.undone_at is not null as undone,
       coalesce(i.made_type, (select o.made_type from imports o
         where o.project_id = i.project_id and o.type_name = i.type_name and o.undone_at is not null
           and o.made_type is not null order by o.at desc limit 1)) as "madeType"
     from imports i where i.id = $1 and ${scopeOf(caller).objects('i', params)} for update`,
    params,
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  if (row.undone) throw new HttpError(409, 'import.undone-already');
  const { projectId, typeName, madeType } = row;
  const [removed] = await tx.query<{ count: number }>(
    `with gone as (
       delete from geometries g where g.project_id = $2 and g.import_id = $1 and g.version = 1
       returning g.*
     ), kept as (
       insert into undone_objects select gone.* from gone
     ), counts as (
       ${recordCounts('$2', 'select gone.type_name from gone')}
     ), touched as (
       ${recordChanges('$2', 'select gone.geom from gone')}
     )
     select count(*) as count from gone`,
    [id, projectId],
  );
  const changedParams: unknown[] = [id, projectId];
  const changed = await tx.query<{ id: string; count: number }>(
    `select g.id, count(*) over ()::int as count from geometries g where g.project_id = $2 and g.import_id = $1
       and ${scopeOf(caller).objects('g', changedParams)} order by g.id limit ${MAX_NAMED}`,
    changedParams,
  );
  await recordLargeExtent(tx, projectId, typeName);
  await tx.query('update imports set undone_at = now() where id = $1', [id]);
  await tx.query(
    `insert into transactions (project_id, type_name, kind, by_user, version, import_id)
     values ($1, $2, 'undo', $3, 1, $4)`,
    [projectId, typeName, caller.userId, id],
  );
  await events.announce(
    tx,
    'geometries',
    { projectId, typeNames: [typeName] },
    { projectId, changed: [], removed: [], reload: true },
  );
  await keepType(tx, id, projectId, typeName);
  const typeRemoved = madeType !== null && (await removeUnusedType(tx, madeType));
  if (typeRemoved) await announceTypes(tx, events, caller);
  const reason = sentence(language, 'import.changed-since');
  return {
    removed: Number(removed?.count ?? 0),
    kept: changed.map((object) => ({ id: object.id, reason })),
    keptCount: changed[0]?.count ?? 0,
    typeRemoved: typeRemoved ? typeName : null,
  };
}

/** Keeps the object type as it is now: a redo needs it, unchanged. */
async function keepType(tx: Queries, id: string, projectId: string, typeName: string): Promise<void> {
  await tx.query(
    `update imports set undone_type = (
       select to_jsonb(t) from object_types t join projects p on p.organization_id = t.organization_id
       where p.id = $2 and t.name = $3 and (t.project_ids = '{}' or $2 = any(t.project_ids)))
     where id = $1`,
    [id, projectId, typeName],
  );
}

/**
 * Removes a type that this import, or an undone one before it, made, unless anything else uses it: objects, other imports, or the history of objects,
 * which could not be restored without it. Returns whether it was removed.
 */
async function removeUnusedType(tx: Queries, typeId: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from object_types t where t.id = $1
       and not exists (select 1 from geometries g where g.type_name = t.name
         and (t.project_ids = '{}' or g.project_id = any(t.project_ids)))
       and not exists (select 1 from imports i where i.type_name = t.name and i.undone_at is null
         and (t.project_ids = '{}' or i.project_id = any(t.project_ids)))
       and not exists (select 1 from transactions h where h.geometry_id is not null
         and (h.type_name = t.name or h.before_type = t.name)
         and (t.project_ids = '{}' or h.project_id = any(t.project_ids)))
     returning t.id`,
    [typeId],
  );
  return rows.length > 0;
}
