import { randomUUID } from 'node:crypto';
import type {
  AnswerOf,
  acceptFieldBook,
  Field,
  FieldBook,
  FieldBookResult,
  FieldBookTypes,
} from '#core/protocol';
import { sentence } from '../../base/language.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { lockTypes } from '../../shared/attributes/types.ts';
import { announceObjects, type AnnouncedChanges } from '../../shared/geometries/announce.ts';
import { applyChanges } from '../../shared/geometries/changes/apply.ts';
import type { Decision, ObjectChange } from '../../shared/geometries/changes/decide.ts';
import type { Editing } from '../../shared/geometries/editing.ts';
import { lockAndReadObjects, type LockedObject } from '../../shared/geometries/locked-objects.ts';
import { storedLocation } from '../../shared/geometries/writes.ts';
import { planObjects, type PlannedObject } from './accept-objects.ts';
import { readyTypes } from './accept-types.ts';
import { isAsComputed } from './accept-values.ts';
import { codeListOf } from './field-codes.ts';
import { linesOf } from './lines.ts';

const AT_ONCE = 1000;
const MAX_REFUSED = 100;

type Accepted = AnswerOf<typeof acceptFieldBook>;

/** The object that was made before. */
interface Linked {
  key: string;
  isLine: boolean;
  geometryId: string;
  /** The type that it was given. */
  typeName: string | null;
}

/** Makes objects of computed points and lines, or changes those made before: all in the transaction of `editing`. */
export async function acceptPoints(
  editing: Editing,
  book: FieldBook,
  result: FieldBookResult,
  { names, ...types }: FieldBookTypes & { names?: string[] | undefined },
): Promise<Accepted> {
  const { tx, caller, events } = editing;
  const list = await codeListOf(tx, caller);
  const { lines } = names ? { lines: [] } : await linesOf(tx, book, { result, list });
  const mine = lines.filter(({ rule }) => !caller.blockedLayers.includes(rule.line.typeName));
  const plan = await planObjects(result, book, { types, list, lines: mine, names: names && new Set(names) });
  const fields = await readyTypes(editing, book.projectId, plan.types);
  const linked = await linkedObjects(editing, book.id);
  const acceptance: Acceptance = {
    editing,
    book,
    fields,
    linked: new Map(linked.map((one) => [idOf(one), one])),
    answer: {
      created: 0,
      updated: 0,
      unchanged: 0,
      removed: 0,
      refused: [],
      refusedCount: 0,
      transactionId: null,
      geoid: plan.geoid,
    },
    announced: { changed: [], removed: [] },
  };
  for (const name of plan.outside)
    refuse(acceptance, name, 'field-book.line-outside', { crs: book.crs ?? '' });
  for (const some of batchesOf(plan.objects)) await acceptSome(some, acceptance);
  if (!names) {
    const there = new Set(lines.map(({ key }) => idOf({ key, isLine: true })));
    const isGone = (one: Linked) =>
      one.isLine && !there.has(idOf(one)) && !caller.blockedLayers.includes(one.typeName ?? '');
    for (const some of batchesOf(linked.filter(isGone))) await removeSome(some, acceptance);
  }
  await tx.query('update field_books set types = $2::jsonb where id = $1', [book.id, JSON.stringify(types)]);
  await announceObjects(tx, events, caller, book.projectId, acceptance.announced);
  return acceptance.answer;
}

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}

function idOf({ key, isLine }: Pick<Linked, 'key' | 'isLine'>): string {
  return `${isLine ? 'line' : 'point'} ${key}`;
}

function linkedObjects({ tx }: Editing, bookId: string): Promise<Linked[]> {
  return tx.query<Linked>(
    `select point as key, is_line as "isLine", geometry_id as "geometryId", type_name as "typeName"
     from field_book_objects where book_id = $1`,
    [bookId],
  );
}

interface Acceptance {
  editing: Editing;
  book: FieldBook;
  /** By type. */
  fields: Map<string, readonly Field[]>;
  linked: ReadonlyMap<string, Linked>;
  /** Counts what was done. */
  answer: Accepted;
  announced: AnnouncedChanges;
}

async function acceptSome(some: readonly PlannedObject[], acceptance: Acceptance): Promise<void> {
  const { editing, book, fields, linked, answer, announced } = acceptance;
  const { tx, caller } = editing;
  const { projectId } = book;
  const ids = some.flatMap((planned) => linked.get(idOf(planned))?.geometryId ?? []);
  const locked = await lockAndReadObjects(tx, scopeOf(caller, { projectId }), ids);
  const others = [...locked.values()].map(({ typeName }) => typeName).filter((name) => !fields.has(name));
  // Types that persons gave objects since.
  for (const [name, type] of await lockTypes(tx, scopeOf(caller, { projectId }), [...new Set(others)]))
    fields.set(name, type.fields);
  const changes: { planned: PlannedObject; change: ObjectChange }[] = [];
  for (const planned of some) {
    const before = linked.get(idOf(planned));
    const current = before && locked.get(before.geometryId);
    const change = changeOf(planned, before, current, acceptance);
    if (change) changes.push({ planned, change });
    else answer.unchanged++;
  }
  const requested = changes.map(({ change }) => change);
  const decisions = await applyChanges(editing, projectId, requested, announced);
  const written = decisions.flatMap((decision, i) => {
    const { planned } = changes[i]!;
    count(decision, planned.key, acceptance);
    return decision.status === 'write' ? [{ ...planned, id: decision.write.id }] : [];
  });
  await tx.query(
    `insert into field_book_objects (book_id, point, is_line, geometry_id, type_name)
     select $1, m.point, m.is_line, m.id, m.type
     from unnest($2::text[], $3::boolean[], $4::uuid[], $5::text[]) as m(point, is_line, id, type)
     on conflict (book_id, is_line, point)
     do update set geometry_id = excluded.geometry_id, type_name = excluded.type_name`,
    [
      book.id,
      written.map(({ key }) => key),
      written.map(({ isLine }) => isLine),
      written.map(({ id }) => id),
      written.map(({ typeName }) => typeName),
    ],
  );
}

/** Undefined where the object is as it was computed. */
function changeOf(
  { typeName, geometry, propertiesIn }: PlannedObject,
  before: Linked | undefined,
  current: LockedObject | undefined,
  { fields }: Acceptance,
): ObjectChange | undefined {
  const location = storedLocation(geometry);
  if (!current)
    return { id: randomUUID(), typeName, location, properties: propertiesIn(fields.get(typeName)!) };
  // A type that a person gave the object since is kept, unless its code has another type than before.
  const isOther = before!.typeName !== null && before!.typeName !== typeName;
  const properties = propertiesIn(fields.get(isOther ? typeName : current.typeName) ?? []);
  if (!isOther && isAsComputed(current, geometry, properties)) return undefined;
  return {
    id: current.id,
    known: true,
    version: current.version,
    location,
    properties: { ...current.about.properties, ...properties },
    ...(isOther && { typeName }),
  };
}

/**
 * Deletes objects of lines that the codes no longer make, as far as they are there. Their links stay, so that one that
 * is restored is found again.
 */
async function removeSome(gone: readonly Linked[], acceptance: Acceptance): Promise<void> {
  const { editing, book, announced } = acceptance;
  const { projectId } = book;
  const ids = gone.map(({ geometryId }) => geometryId);
  const locked = await lockAndReadObjects(editing.tx, scopeOf(editing.caller, { projectId }), ids);
  const there = gone.filter(({ geometryId }) => locked.has(geometryId));
  const changes = there.map(({ geometryId: id }): ObjectChange => ({
    id,
    known: true,
    version: locked.get(id)!.version,
    deleted: true,
  }));
  const decisions = await applyChanges(editing, projectId, changes, announced);
  for (const [i, decision] of decisions.entries()) count(decision, there[i]!.key, acceptance);
}

function count(decision: Decision, name: string, acceptance: Acceptance): void {
  const { answer } = acceptance;
  if (decision.status === 'write') {
    const { becomes, version, transactionId } = decision.write;
    if (!becomes) answer.removed++;
    else if (version === 1) answer.created++;
    else answer.updated++;
    answer.transactionId ??= transactionId;
  } else if (decision.status === 'refused')
    refuse(acceptance, name, decision.fault.key, decision.fault.values);
}

function refuse(
  { answer, editing }: Acceptance,
  name: string,
  key: string,
  values?: Record<string, string | number>,
): void {
  answer.refusedCount++;
  if (answer.refused.length < MAX_REFUSED)
    answer.refused.push({ name, reason: sentence(editing.language, key, values) });
}
