import type { AnswerOf, Field, redoImport } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/events/stream.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { lockTypes } from '../../shared/attributes/types.ts';
import { addCount } from '../../shared/counts/counts.ts';
import { recordLargeExtent } from '../../shared/extents/changes.ts';
import { recordLargeChange } from '../../shared/overviews/changes.ts';
import { batchOf } from './batch.ts';
import { refuseRepeated, ValueRepeated } from './unique.ts';

interface UndoneImport {
  projectId: string;
  typeName: string;
  undone: boolean;
  type: { id: string; fields: Field[]; geometry_type: string | null } | null;
  /** The number of objects that were kept. */
  kept: number;
}

/**
 * Redoes an import that was undone, with all layers that were undone with it, within a day: its objects come back as they were,
 * with their object type. Throws 404, or 409 where that is not possible, with the reason.
 */
export async function redo(
  tx: Queries,
  events: EventStream,
  caller: Caller,
  id: string,
): Promise<AnswerOf<typeof redoImport>> {
  let restored = 0;
  for (const one of await batchOf(tx, caller, id, { undone: true }))
    restored += await redoOne(tx, events, caller, one);
  return { restored };
}

/** Returns how many objects came back. */
async function redoOne(tx: Queries, events: EventStream, caller: Caller, id: string): Promise<number> {
  const params: unknown[] = [id];
  const [row] = await tx.query<UndoneImport>(
    `select i.project_id as "projectId", i.type_name as "typeName", i.undone_at is not null as undone,
       i.undone_type as type, (select count(*)::int from undone_objects u where u.import_id = i.id) as kept
     from imports i where i.id = $1 and ${scopeOf(caller).objects('i', params)} for update of i`,
    params,
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  if (!row.undone) throw new HttpError(409, 'import.not-undone');
  const { projectId, typeName, kept } = row;
  if (kept === 0) throw new HttpError(409, 'import.redo-gone');
  const made = await bringType(tx, caller, row);
  await tx.query('insert into geometries select u.* from undone_objects u where u.import_id = $1', [id]);
  await tx.query('delete from undone_objects where import_id = $1', [id]);
  const type = (await lockTypes(tx, scopeOf(caller, { projectId }), [typeName])).get(typeName);
  if (!type) throw new HttpError(409, 'import.redo-type', { name: typeName });
  try {
    await refuseRepeated(tx, projectId, type, id);
  } catch (thrown) {
    if (!(thrown instanceof ValueRepeated)) throw thrown;
    const { field, value } = thrown.repeated;
    throw new HttpError(409, 'import.redo-taken', { field, value: value.slice(0, 60), name: typeName });
  }
  await tx.query('update imports set undone_at = null, undone_type = null where id = $1', [id]);
  await tx.query(
    `insert into transactions (project_id, type_name, kind, by_user, version, import_id)
     values ($1, $2, 'restore', $3, 1, $4)`,
    [projectId, typeName, caller.userId, id],
  );
  await addCount(tx, projectId, typeName, kept);
  await recordLargeChange(tx, projectId);
  await recordLargeExtent(tx, projectId, typeName);
  if (made) await announceTypes(tx, events, caller);
  await events.announce(
    tx,
    'geometries',
    { projectId, typeNames: [typeName] },
    { projectId, changed: [], removed: [], reload: true },
  );
  return kept;
}

/**
 * Makes the object type again if it was removed with the import. Throws 409 where it is another one now: values of the
 * objects could contradict it. Returns whether it was made.
 */
async function bringType(
  tx: Queries,
  caller: Caller,
  { projectId, typeName, type }: UndoneImport,
): Promise<boolean> {
  const now = (await lockTypes(tx, scopeOf(caller, { projectId }), [typeName])).get(typeName);
  if (now && type) {
    const isSame = await tx.query(
      `select 1 where $1::jsonb = $2::jsonb and $3::text is not distinct from $4::text`,
      [JSON.stringify(now.fields), JSON.stringify(type.fields), now.geometryType, type.geometry_type],
    );
    if (isSame.length > 0) return false;
  }
  if (now || !type) throw new HttpError(409, 'import.redo-type', { name: typeName });
  const made = await tx.query(
    `insert into object_types select (jsonb_populate_record(null::object_types, $1::jsonb)).*
     where not exists (select 1 from object_types t where t.id = $2::uuid) returning id`,
    [JSON.stringify(type), type.id],
  );
  if (made.length === 0) throw new HttpError(409, 'import.redo-type', { name: typeName });
  return true;
}

/** Forgets what was undone more than a day ago. */
export async function forgetUndone(db: Queries): Promise<void> {
  await db.query(
    `delete from undone_objects u using imports i
     where i.id = u.import_id and i.undone_at < now() - interval '1 day'`,
  );
}
