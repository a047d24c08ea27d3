import { grants, type GeometryObject } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { requireProject, scopeOf } from '../../access/scope.ts';
import { lockTypes } from '../../attributes/types.ts';
import { addWrite, type AnnouncedChanges } from '../announce.ts';
import type { Editing } from '../editing.ts';
import {
  findTombstones,
  lockAndReadObjects,
  lockObjects,
  type LockedObject,
  type Tombstone,
} from '../locked-objects.ts';
import { takeClock, writeObjects } from '../store.ts';
import { beforeDeletion, deletion, revision, storedLocation, type Write } from '../writes.ts';
import { AT_ONCE, finishChange, type Course } from './change.ts';
import { doneBefore } from './parts.ts';
import { ChangeTally } from './tally.ts';

/** What a transaction did to one object. */
interface AppliedChange {
  id: string;
  version: number;
  /** The object before it, JSON text; null if it made the object. */
  before: string | null;
}

/**
 * Takes back what the caller changed in the change that `transactionId` is of. Objects changed since are refused.
 * Throws HttpError 404 for no such project or transaction.
 */
export async function reverseMany(
  { parts, language, onward, finish }: Course,
  projectId: string,
  transactionId: string,
): Promise<void> {
  const tally = new ChangeTally(language);
  const { all, done } = await parts.run(async (editing) => {
    const { tx, caller } = editing;
    await requireProject(tx, caller, projectId);
    const ids = await idsOf(editing, projectId, transactionId);
    if (parts.isOneTransaction) await lockObjects(tx, scopeOf(caller, { projectId }), ids);
    return { all: ids, done: await doneBefore(editing, projectId) };
  });
  tally.resume(done.values());
  const left = all.filter((id) => !done.has(id));
  for (let from = 0; from < left.length; from += AT_ONCE) {
    onward((done.size + from) / all.length);
    const some = left.slice(from, from + AT_ONCE);
    const { writes, refused, announced } = await parts.run((editing) =>
      reverseSome(editing, projectId, transactionId, some),
    );
    for (const { key, values } of refused) tally.refused(key, values);
    for (const write of writes) tally.changed(write.transactionId);
    tally.announce(announced);
  }
  await finishChange(parts, projectId, tally, finish);
}

interface ReversedSome {
  writes: Write[];
  refused: { key: string; values?: Record<string, string> }[];
  announced: AnnouncedChanges;
}

async function reverseSome(
  editing: Editing,
  projectId: string,
  transactionId: string,
  some: readonly string[],
): Promise<ReversedSome> {
  const { tx, caller } = editing;
  const scope = scopeOf(caller, { projectId });
  const changes = await appliedChanges(editing, projectId, transactionId, some);
  const locked = await lockAndReadObjects(tx, scope, some);
  const missing = some.filter((id) => !locked.has(id));
  const tombstones = await findTombstones(tx, scope, missing);
  const known = await typesIn(editing, projectId, changes);
  const { at, ids: transactionIds } = await takeClock(tx, changes.length, editing.at);
  const refused: ReversedSome['refused'] = [];
  const writes = changes.flatMap((one, i): Write | never[] => {
    const current = locked.get(one.id);
    const tombstone = tombstones.get(one.id);
    const by = { id: transactionIds[i]!, at, by: caller.name };
    if ((current ?? tombstone)?.version !== one.version) {
      refused.push({ key: 'geometries.changed-since' });
      return [];
    }
    const unknownType = one.then && !known.has(one.then.typeName) && one.then.typeName;
    if (unknownType) {
      refused.push({ key: 'geometries.unknown-type', values: { type: unknownType } });
      return [];
    }
    if (!one.then && !grants(caller.authorizations, 'geometries.delete')) {
      refused.push({ key: 'auth.not-allowed', values: { authorization: 'geometries.delete' } });
      return [];
    }
    return reversed(one, current, tombstone, by) ?? [];
  });
  await writeObjects(tx, caller, projectId, writes, editing.at);
  const announced: AnnouncedChanges = { changed: [], removed: [] };
  for (const write of writes) addWrite(announced, write, locked.get(write.id));
  return { writes, refused, announced };
}

type ReversibleObject = AppliedChange & { then: GeometryObject | undefined };

function reversed(
  { before, then }: ReversibleObject,
  current: LockedObject | undefined,
  tombstone: Tombstone | undefined,
  by: { id: string; at: string; by: string },
): Write | undefined {
  if (!then) return current && deletion(current, { ...by, kind: 'undo' });
  const start = `{"id":"${then.id}","location":`;
  const isPlaced = current && before!.startsWith(`${start}${current.location},`);
  const location = isPlaced ? undefined : storedLocation(then.location);
  return revision(current ?? beforeDeletion(tombstone!).before, then, location, { ...by, kind: 'undo' });
}

async function idsOf({ tx, caller }: Editing, projectId: string, transactionId: string): Promise<string[]> {
  const params: unknown[] = [transactionId, caller.userId, projectId];
  const scope = scopeOf(caller, { projectId });
  const rows = await tx.query<{ id: string }>(
    `select t.geometry_id as id from transactions o
       join transactions t on t.project_id = $3::uuid and t.at = o.at and t.by_user = o.by_user
     where o.id = $1::bigint and o.by_user = $2::uuid and o.geometry_id is not null and t.geometry_id is not null
       and ${scope.objects('o', params)} and ${scope.objects('t', params)}
     group by t.geometry_id order by t.geometry_id`,
    params,
  );
  if (rows.length === 0) throw new HttpError(404, 'geometries.unknown-change');
  return rows.map(({ id }) => id);
}

/** In the order of the ids. */
async function appliedChanges(
  { tx, caller }: Editing,
  projectId: string,
  transactionId: string,
  ids: readonly string[],
): Promise<ReversibleObject[]> {
  const params: unknown[] = [transactionId, ids];
  const scope = scopeOf(caller, { projectId });
  const rows = await tx.query<AppliedChange>(
    `select t.geometry_id as id, max(t.version) as version, (array_agg(t.before order by t.id))[1] as before
     from transactions o join transactions t on t.at = o.at and t.by_user = o.by_user
     where o.id = $1::bigint and ${scope.objects('o', params)}
       and t.geometry_id = any($2::uuid[]) and ${scope.objects('t', params)}
     group by t.geometry_id order by t.geometry_id`,
    params,
  );
  return rows.map((row) => ({
    ...row,
    then: row.before === null ? undefined : (JSON.parse(row.before) as GeometryObject),
  }));
}

async function typesIn({ tx, caller }: Editing, projectId: string, changes: readonly ReversibleObject[]) {
  const names = new Set(changes.flatMap(({ then }) => then?.typeName ?? []));
  return lockTypes(tx, scopeOf(caller, { projectId }), [...names]);
}
