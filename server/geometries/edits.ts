import { randomUUID } from 'node:crypto';
import type { Geometry, GeometryObject, Language, Properties, TransactionKind } from '#core/protocol';
import type { Caller } from '../access/caller.ts';
import { requireProject, scopeOf } from '../access/scope.ts';
import { holdTypes, type TypeRules } from '../attributes/types.ts';
import type { Queries } from '../db/database.ts';
import type { EventStream } from '../events/stream.ts';
import { Precomposed } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import { stale } from '../http/versions.ts';
import { aboutText, newAbout, objectText, type About } from './about.ts';
import { announceObjects } from './announce.ts';
import { historyOf, summaryOf, toBeUndone, type Entry } from './history.ts';
import { holdObjects, type Held } from './hold.ts';
import { faultOf, refusalOf, takenClaims } from './rules.ts';
import { locationText, nextAbout, takeClock, writeObjects, type Write } from './store.ts';

/** What an edit stands in. */
export interface Editing {
  tx: Queries;
  events: EventStream;
  caller: Caller;
  language: Language;
}

export interface Given {
  location?: Geometry | undefined;
  properties?: Properties | undefined;
  typeName?: string | undefined;
  relatesTo?: string[] | undefined;
}

export interface Edited {
  object: Precomposed;
  version: number;
}

export async function createObject(
  editing: Editing,
  projectId: string,
  given: Given & { location: Geometry; typeName: string },
): Promise<Edited> {
  const { tx, caller } = editing;
  await requireProject(tx, caller, projectId);
  const id = randomUUID();
  const { typeName, properties = {}, relatesTo } = given;
  await checkAgainstType(editing, projectId, id, typeName, given.location.type, properties);
  const clock = await takeClock(tx, 1);
  const first = { id: clock.ids[0]!, at: clock.at, by: caller.name, kind: 'create' as const };
  const about = newAbout({ properties, typeName, projectId, relatesTo, first });
  return write(editing, undefined, {
    id,
    kind: 'create',
    transactionId: first.id,
    version: 1,
    becomes: { about, location: locationText(given.location), geometry: given.location },
    typeName,
    importId: null,
  });
}

export async function updateObject(
  editing: Editing,
  id: string,
  version: number,
  given: Given,
): Promise<Edited> {
  const { tx } = editing;
  const held = await take(editing, id, version);
  const { typeName = held.typeName, properties = held.about.properties } = given;
  if (given.properties || typeName !== held.typeName) {
    const placed = given.location?.type ?? held.geometryType;
    await checkAgainstType(editing, held.projectId, id, typeName, placed, properties);
  } else if (given.location && given.location.type !== held.geometryType) {
    await checkAgainstType(editing, held.projectId, id, typeName, given.location.type, undefined);
  }
  const clock = await takeClock(tx, 1);
  const change: Partial<About> = { properties, typeName, relatesTo: given.relatesTo ?? held.about.relatesTo };
  return write(editing, held, following(editing, held, 'update', clock, change, given.location));
}

export async function deleteObject(editing: Editing, id: string, version: number): Promise<void> {
  const held = await take(editing, id, version);
  const clock = await takeClock(editing.tx, 1);
  await remove(editing, held, 'delete', clock.ids[0]!);
}

/** Takes back the last change. Undefined: the object is gone by it. @throws Refusal 409 when there is nothing left. */
export async function undoObject(editing: Editing, id: string): Promise<Edited | undefined> {
  const { held, entries } = await takeHistory(editing, id);
  const last = toBeUndone(entries);
  if (!last) throw new Refusal(409, 'geometries.nothing-to-undo');
  if (last.before !== null) return become(editing, id, held, entries, last.before, 'undo');
  if (!held) throw new Refusal(409, 'geometries.nothing-to-undo');
  const clock = await takeClock(editing.tx, 1);
  await remove(editing, held, 'undo', clock.ids[0]!);
  return undefined;
}

/** Makes the object what it was after the transaction. @throws Refusal 404 (no such one), 422 (it deleted the object). */
export async function restoreObject(editing: Editing, id: string, transactionId: string): Promise<Edited> {
  const { held, entries } = await takeHistory(editing, id);
  const entry = entries.find((each) => String(each.id) === transactionId);
  if (!entry) throw new Refusal(404, 'geometries.unknown-transaction');
  if (entry.after === null) throw new Refusal(422, 'geometries.was-deleted-then');
  return become(editing, id, held, entries, entry.after, 'restore');
}

async function take({ tx, caller }: Editing, id: string, version: number): Promise<Held> {
  const held = (await holdObjects(tx, scopeOf(caller), [id])).get(id);
  if (!held) throw new Refusal(404, 'http.not-found');
  if (held.version === version) return held;
  throw stale(new Precomposed(objectText(id, held.location, aboutText(held.about))), held.version);
}

async function takeHistory(
  { tx, caller }: Editing,
  id: string,
): Promise<{ held: Held | undefined; entries: Entry[] }> {
  // Also of a deleted object only one may be at work; a live one is locked besides, against everyone who changes it.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`history ${id}`]);
  const held = (await holdObjects(tx, scopeOf(caller), [id])).get(id);
  const entries = await historyOf(tx, caller, id);
  if (!held && entries.length === 0) throw new Refusal(404, 'http.not-found');
  return { held, entries };
}

async function become(
  editing: Editing,
  id: string,
  held: Held | undefined,
  entries: readonly Entry[],
  then: string,
  kind: 'undo' | 'restore',
): Promise<Edited> {
  const { location, id: _id, ...was } = JSON.parse(then) as GeometryObject;
  const { properties, typeName, relatesTo, projectId } = was;
  const scope = scopeOf(editing.caller, { projectId });
  // History is brought back as it was; only its type must still be there.
  if (!(await holdTypes(editing.tx, scope, [typeName])).has(typeName))
    throw new Refusal(422, 'geometries.unknown-type', { type: typeName });
  const clock = await takeClock(editing.tx, 1);
  const change = { properties, typeName, relatesTo };
  if (held) return write(editing, held, following(editing, held, kind, clock, change, location));
  const last = entries[0]!;
  const before: About = { ...was, transactions: entries.slice(0, 10).map(summaryOf) };
  const gone = { id, version: last.version, importId: last.importId, about: before };
  return write(editing, undefined, following(editing, gone, kind, clock, change, location));
}

/** The write that makes of `held` its next version. */
export function following(
  { caller }: Editing,
  held: Pick<Held, 'id' | 'version' | 'importId' | 'about'>,
  kind: TransactionKind,
  clock: { at: string; ids: string[] },
  change: Partial<About>,
  geometry: Geometry | undefined,
): Write {
  const version = held.version + 1;
  const by = { id: clock.ids[0]!, at: clock.at, by: caller.name, kind };
  const about = nextAbout(held.about, change, version, by);
  return {
    id: held.id,
    kind,
    transactionId: by.id,
    version,
    becomes: { about, ...(geometry ? { location: locationText(geometry), geometry } : {}) },
    typeName: about.typeName,
    importId: held.importId,
  };
}

async function write(editing: Editing, held: Held | undefined, change: Write): Promise<Edited> {
  const { tx, events, caller } = editing;
  const { id, version, typeName, becomes } = change;
  const { about, location = held!.location } = becomes!;
  await writeObjects(tx, caller, about.projectId, [change]);
  const text = objectText(id, location, aboutText(about));
  const left = held && held.typeName !== typeName ? [{ id, version, typeName: held.typeName }] : [];
  await announceObjects(tx, events, caller, about.projectId, {
    changed: [{ id, version, typeName, text }],
    removed: left,
  });
  return { object: new Precomposed(text), version };
}

async function remove(
  { tx, events, caller }: Editing,
  held: Held,
  kind: 'delete' | 'undo',
  transactionId: string,
): Promise<void> {
  const { id, projectId, typeName, importId } = held;
  const version = held.version + 1;
  await writeObjects(tx, caller, projectId, [{ id, kind, transactionId, version, typeName, importId }]);
  await announceObjects(tx, events, caller, projectId, { changed: [], removed: [{ id, version, typeName }] });
}

/** @throws Refusal 422 with every fault of the object against its type. */
async function checkAgainstType(
  { tx, caller, language }: Editing,
  projectId: string,
  id: string,
  typeName: string,
  geometryType: Geometry['type'],
  properties: Properties | undefined,
): Promise<void> {
  const known = await holdTypes(tx, scopeOf(caller, { projectId }), [typeName]);
  const rules: TypeRules | undefined = known.get(typeName);
  const fault = faultOf(typeName, rules, geometryType, properties);
  if (fault) throw refusalOf(fault, language);
  if (!properties) return;
  const taken = (await takenClaims(tx, projectId, [{ id, rules: rules!, properties }])).get(id);
  if (taken) throw refusalOf({ key: taken.key, values: taken.values, problems: [taken] }, language);
}
