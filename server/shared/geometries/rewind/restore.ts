import { withComputed } from '#core/expression';
import type { AnswerOf, restoreProject, TransactionKind, undoPlugin } from '#core/protocol';
import { scopeOf } from '../../access/scope.ts';
import { lockTypes, type TypeRules } from '../../attributes/types.ts';
import { HttpError } from '../../../base/http-error.ts';
import { announceObjects, addWrite, type AnnouncedChanges } from '../announce.ts';
import type { Editing } from '../editing.ts';
import { findTombstones, lockAndReadObjects, lockObjects } from '../locked-objects.ts';
import { takeClock, writeObjects } from '../store.ts';
import { beforeDeletion, deletion, revision, storedLocation, type Write } from '../writes.ts';
import { beforePlugin, changedBy } from './by-plugin.ts';
import { changedSince, differing, newestOf, whatOf, type Rewound } from './difference.ts';

/**
 * Restores a project's objects to their state after the moment of a transaction, all or none. The preview must still
 * be current: throws HttpError 409 when the project was changed after `newest`; 422 when an object type was deleted.
 */
export async function restoreAll(
  editing: Editing,
  projectId: string,
  { transaction_id: transactionId, newest }: { transaction_id: string; newest: string },
): Promise<AnswerOf<typeof restoreProject>> {
  const { tx, caller } = editing;
  const ids = () => changedSince(tx, caller, projectId, transactionId);
  const differences = (changed: readonly string[]) =>
    differing(tx, caller, projectId, transactionId, changed);
  return restoreThem(editing, projectId, newest, ids, differences);
}

/**
 * Undoes all that a plugin did to the objects of a project, as `restoreAll`; objects that others have changed since
 * stay as they are.
 */
export async function undoAllOf(
  editing: Editing,
  projectId: string,
  { plugin, newest }: { plugin: string; newest: string },
): Promise<AnswerOf<typeof undoPlugin>> {
  const { tx, caller } = editing;
  let kept = 0;
  const differences = (ids: readonly string[]) =>
    beforePlugin(tx, caller, projectId, plugin, ids, () => (kept += 1));
  const ids = () => changedBy(tx, caller, projectId, plugin);
  const done = await restoreThem(editing, projectId, newest, ids, differences);
  return { ...done, kept };
}

async function restoreThem(
  editing: Editing,
  projectId: string,
  newest: string,
  findIds: () => Promise<string[]>,
  differences: (ids: readonly string[]) => AsyncIterable<Rewound[]>,
): Promise<AnswerOf<typeof restoreProject>> {
  const { tx, caller, events } = editing;
  const scope = scopeOf(caller, { projectId });
  // Restores run one at a time per project; a save meanwhile waits for the objects, or is detected as newer.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rewind ${projectId}`]);
  const ids = await findIds();
  await lockObjects(tx, scope, ids);
  if ((await newestOf(tx, caller, projectId)) !== newest) throw new HttpError(409, 'rewind.changed-since');
  const done = { comes: 0, goes: 0, changes: 0 };
  const announced: AnnouncedChanges = { changed: [], removed: [] };
  for await (const some of differences(ids)) {
    const writes = await writesOf(editing, projectId, some, announced);
    for (const one of some) done[whatOf(one)!]++;
    await writeObjects(tx, caller, projectId, writes);
  }
  await announceObjects(tx, events, caller, projectId, announced);
  return done;
}

async function writesOf(
  editing: Editing,
  projectId: string,
  some: readonly Rewound[],
  changes: AnnouncedChanges,
): Promise<Write[]> {
  const { tx, caller } = editing;
  const scope = scopeOf(caller, { projectId });
  const types = await requireTypes(editing, projectId, some);
  const locked = await lockAndReadObjects(
    tx,
    scope,
    some.map(({ id }) => id),
  );
  const gone = await findTombstones(
    tx,
    scope,
    some.filter(({ now }) => !now).map(({ id }) => id),
  );
  const { at, ids } = await takeClock(tx, some.length);
  return some.map(({ id, then }, i): Write => {
    const by = (kind: TransactionKind) => ({ id: ids[i]!, at, by: caller.name, kind });
    const present = locked.get(id);
    const write = then
      ? revision(
          present ?? beforeDeletion(gone.get(id)!).before,
          {
            ...then,
            properties: withComputed(types.get(then.typeName)!.fields, then.properties, () => then.location),
          },
          storedLocation(then.location),
          by('restore'),
        )
      : deletion(present!, by('delete'));
    addWrite(changes, write, present);
    return write;
  });
}

async function requireTypes(
  { tx, caller }: Editing,
  projectId: string,
  some: readonly Rewound[],
): Promise<Map<string, TypeRules>> {
  const typeNames = [...new Set(some.flatMap(({ then }) => (then ? [then.typeName] : [])))];
  const known = await lockTypes(tx, scopeOf(caller, { projectId }), typeNames);
  const unknownType = typeNames.find((name) => !known.has(name));
  if (unknownType !== undefined) throw new HttpError(422, 'geometries.unknown-type', { type: unknownType });
  return known;
}
