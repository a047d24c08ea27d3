import { withComputed } from '#core/expression';
import type { GeometryObject, TransactionSummary } from '#core/protocol';
import { scopeOf } from '../access/scope.ts';
import { lockTypes } from '../attributes/types.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { HttpError } from '../../base/http-error.ts';
import { LISTED_TRANSACTIONS } from './about.ts';
import { announceObjects, addWrite, type AnnouncedChanges } from './announce.ts';
import type { Editing, EditedObject } from './editing.ts';
import { existingObjects } from './existing.ts';
import { historyOf, summaryOf, toBeUndone, type HistoryEntry } from './history.ts';
import { lockAndReadObjects, type LockedObject } from './locked-objects.ts';
import { takeClock, writeObjects } from './store.ts';
import { deletion, revision, storedLocation, type Before, type Write } from './writes.ts';

/**
 * Undoes the last change. Returns undefined when that deletes the object. Throws HttpError 409 when there is nothing
 * to undo.
 */
export async function undoObject(editing: Editing, id: string): Promise<EditedObject | undefined> {
  const { locked, entries } = await takeHistory(editing, id);
  const last = toBeUndone(entries);
  if (!last) throw new HttpError(409, 'geometries.nothing-to-undo');
  if (last.before !== null) return become(editing, id, locked, entries, last.before, 'undo');
  if (!locked) throw new HttpError(409, 'geometries.nothing-to-undo');
  await write(editing, locked.projectId, deletion(locked, await stamp(editing, 'undo')), locked);
  return undefined;
}

/**
 * Restores the object to its state after the transaction. Throws HttpError 404 (no such transaction), 422 (it deleted
 * the object, or the object was related then to one that no longer exists).
 */
export async function restoreObject(
  editing: Editing,
  id: string,
  transactionId: string,
): Promise<EditedObject> {
  const { locked, entries } = await takeHistory(editing, id);
  const entry = entries.find((each) => String(each.id) === transactionId);
  if (!entry) throw new HttpError(404, 'geometries.unknown-transaction');
  if (entry.after === null) throw new HttpError(422, 'geometries.was-deleted-then');
  return become(editing, id, locked, entries, entry.after, 'restore');
}

async function takeHistory(
  { tx, caller }: Editing,
  id: string,
): Promise<{ locked: LockedObject | undefined; entries: HistoryEntry[] }> {
  // Also a deleted object is restored by one request at a time; an existing one is locked as well, against all other
  // writers.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`history ${id}`]);
  const locked = (await lockAndReadObjects(tx, scopeOf(caller), [id])).get(id);
  const entries = await historyOf(tx, caller, id);
  if (!locked && entries.length === 0) throw new HttpError(404, 'http.not-found');
  return { locked, entries };
}

async function become(
  editing: Editing,
  id: string,
  locked: LockedObject | undefined,
  entries: readonly HistoryEntry[],
  then: string,
  kind: 'undo' | 'restore',
): Promise<EditedObject> {
  const { location, id: _id, ...was } = JSON.parse(then) as GeometryObject;
  const { typeName, relatesTo, labelAt, projectId } = was;
  const scope = scopeOf(editing.caller, { projectId });
  // The earlier state is restored unchanged but for computed values; only its type must still exist.
  const type = (await lockTypes(editing.tx, scope, [typeName])).get(typeName);
  if (!type) throw new HttpError(422, 'geometries.unknown-type', { type: typeName });
  const properties = withComputed(type.fields, was.properties, () => location);
  const { version, importId } = entries[0]!;
  const transactions = entries.slice(0, LISTED_TRANSACTIONS).map(summaryOf);
  const before: Before = locked ?? { id, version, importId, about: { ...was, transactions } };
  const added = relatesTo.filter((other) => !before.about.relatesTo.includes(other));
  const existing = await existingObjects(editing.tx, { caller: editing.caller, projectId }, added);
  const missing = added.find((other) => !existing.has(other));
  if (missing !== undefined) throw new HttpError(422, 'geometries.related-then', { id: missing });
  const by = await stamp(editing, kind);
  const next = revision(before, { properties, typeName, relatesTo, labelAt }, storedLocation(location), by);
  const { changed } = await write(editing, projectId, next, locked);
  return { object: new Precomposed(changed[0]!.text), version: next.version };
}

async function stamp({ tx, caller }: Editing, kind: 'undo' | 'restore'): Promise<TransactionSummary> {
  const { at, ids } = await takeClock(tx, 1);
  return { id: ids[0]!, at, by: caller.name, kind };
}

async function write(
  { tx, events, caller }: Editing,
  projectId: string,
  change: Write,
  before: LockedObject | undefined,
): Promise<AnnouncedChanges> {
  const changes: AnnouncedChanges = { changed: [], removed: [] };
  await writeObjects(tx, caller, projectId, [change]);
  addWrite(changes, change, before);
  await announceObjects(tx, events, caller, projectId, changes);
  return changes;
}
