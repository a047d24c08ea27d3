import type { AnswerOf, GeometryObject, restoreProject } from '#core/protocol';
import { scopeOf } from '../../access/scope.ts';
import { holdTypes } from '../../attributes/types.ts';
import { Refusal } from '../../http/refusal.ts';
import { aboutText, objectText } from '../about.ts';
import { announceObjects, type Told } from '../announce.ts';
import { following, type Editing } from '../edits.ts';
import { findTombstones, holdObjects, lockObjects, type Held, type Tombstone } from '../hold.ts';
import { takeClock, writeObjects, type Write } from '../store.ts';
import { changedSince, differing, newestOf, whatOf, type Rewound } from './difference.ts';

/**
 * Makes a project's objects what they were after the moment of a transaction, all or none. What the person looked at must
 * still hold: @throws Refusal 409 when the project was changed after `newest`; 422 when an object type is gone.
 */
export async function restoreAll(
  editing: Editing,
  projectId: string,
  { transaction_id: transactionId, newest }: { transaction_id: string; newest: string },
): Promise<AnswerOf<typeof restoreProject>> {
  const { tx, caller, events } = editing;
  const scope = scopeOf(caller, { projectId });
  // One restoring of a project at a time; who saves meanwhile waits for the objects, or is seen as newer.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rewind ${projectId}`]);
  const ids = await changedSince(tx, caller, projectId, transactionId);
  await lockObjects(tx, scope, ids);
  if ((await newestOf(tx, caller, projectId)) !== newest) throw new Refusal(409, 'rewind.changed-since');
  const done = { comes: 0, goes: 0, changes: 0 };
  const told: Told = { changed: [], removed: [] };
  for await (const some of differing(tx, caller, projectId, transactionId, ids)) {
    const writes = await writesOf(editing, projectId, some, told);
    for (const one of some) done[whatOf(one)!]++;
    await writeObjects(tx, caller, projectId, writes);
  }
  await announceObjects(tx, events, caller, projectId, told);
  return done;
}

async function writesOf(
  editing: Editing,
  projectId: string,
  some: readonly Rewound[],
  told: Told,
): Promise<Write[]> {
  const { tx, caller } = editing;
  const scope = scopeOf(caller, { projectId });
  await refuseLostTypes(editing, projectId, some);
  const held = await holdObjects(
    tx,
    scope,
    some.map(({ id }) => id),
  );
  const gone = await findTombstones(
    tx,
    scope,
    some.filter(({ now }) => !now).map(({ id }) => id),
  );
  const clock = await takeClock(tx, some.length);
  return some.map(({ id, then }, i): Write => {
    const transactionId = clock.ids[i]!;
    const present = held.get(id);
    if (!then) {
      const { typeName, importId, version } = present!;
      told.removed.push({ id, version: version + 1, typeName });
      return { id, kind: 'delete', transactionId, version: version + 1, typeName, importId };
    }
    const { location, properties, typeName, relatesTo } = then;
    const from = present ?? tombOf(gone.get(id)!);
    const change = { properties, typeName, relatesTo };
    const write = following(editing, from, 'restore', { ...clock, ids: [transactionId] }, change, location);
    const { about, location: text } = write.becomes!;
    told.changed.push({
      id,
      version: write.version,
      typeName,
      text: objectText(id, text!, aboutText(about)),
    });
    if (present && present.typeName !== typeName)
      told.removed.push({ id, version: write.version, typeName: present.typeName });
    return write;
  });
}

/** What a deleted object goes on from: itself as it was, its deletion told with the rest. */
function tombOf({
  id,
  version,
  importId,
  before,
  deletion,
}: Tombstone): Pick<Held, 'id' | 'version' | 'importId' | 'about'> {
  const { id: _id, location: _location, ...was } = JSON.parse(before) as GeometryObject;
  return { id, version, importId, about: { ...was, transactions: [deletion, ...was.transactions] } };
}

async function refuseLostTypes(
  { tx, caller }: Editing,
  projectId: string,
  some: readonly Rewound[],
): Promise<void> {
  const wanted = [...new Set(some.flatMap(({ then }) => (then ? [then.typeName] : [])))];
  if (wanted.length === 0) return;
  const known = await holdTypes(tx, scopeOf(caller, { projectId }), wanted);
  const lost = wanted.find((name) => !known.has(name));
  if (lost !== undefined) throw new Refusal(422, 'geometries.unknown-type', { type: lost });
}
