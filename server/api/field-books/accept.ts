import { randomUUID } from 'node:crypto';
import {
  MAX_ACCEPTED_POINTS,
  typeByCode,
  type AnswerOf,
  type acceptFieldBook,
  type Field,
  type FieldBook,
  type FieldBookPoint,
  type FieldBookResult,
  type FieldBookTypes,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { lockTypes } from '../../shared/attributes/types.ts';
import { announceObjects, type AnnouncedChanges } from '../../shared/geometries/announce.ts';
import { applyChanges } from '../../shared/geometries/changes/apply.ts';
import type { Decision, ObjectChange } from '../../shared/geometries/changes/decide.ts';
import type { Editing } from '../../shared/geometries/editing.ts';
import { lockAndReadObjects, type LockedObject } from '../../shared/geometries/locked-objects.ts';
import { storedLocation } from '../../shared/geometries/writes.ts';
import { readyTypes } from './accept-types.ts';
import { coordinatesOf, isAsComputed, propertiesOf } from './accept-values.ts';

const AT_ONCE = 1000;
const MAX_REFUSED = 100;

type Accepted = AnswerOf<typeof acceptFieldBook>;

/** A point with the type that its object is to have. */
interface Wanted {
  point: FieldBookPoint;
  typeName: string;
}

/** The object that was made of a point before. */
interface Linked {
  geometryId: string;
  /** The type that it was given. */
  typeName: string | null;
}

/** Makes objects of computed points, or moves those made before: all in the transaction of `editing`. */
export async function acceptPoints(
  editing: Editing,
  book: FieldBook,
  result: FieldBookResult,
  { names, ...types }: FieldBookTypes & { names?: string[] | undefined },
): Promise<Accepted> {
  const { tx, caller, events } = editing;
  const wanted = wantedOf(result, types, names && new Set(names));
  const fields = await readyTypes(editing, book.projectId, [
    ...new Set(wanted.map(({ typeName }) => typeName)),
  ]);
  const linked = await linkedObjects(editing, book.id);
  const answer: Accepted = {
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: [],
    refusedCount: 0,
    transactionId: null,
    geoid: null,
  };
  const announced: AnnouncedChanges = { changed: [], removed: [] };
  for (let from = 0; from < wanted.length; from += AT_ONCE)
    await acceptSome(wanted.slice(from, from + AT_ONCE), {
      editing,
      book,
      fields,
      linked,
      answer,
      announced,
    });
  await tx.query('update field_books set types = $2::jsonb where id = $1', [book.id, JSON.stringify(types)]);
  await announceObjects(tx, events, caller, book.projectId, announced);
  return answer;
}

function wantedOf(
  { points }: FieldBookResult,
  types: FieldBookTypes,
  names: ReadonlySet<string> | undefined,
): Wanted[] {
  const typeOf = typeByCode(types);
  const wanted = points.flatMap((point): Wanted[] => {
    if (!point.position || (names && !names.has(point.name))) return [];
    const typeName = typeOf(point.code);
    return typeName === null ? [] : [{ point, typeName }];
  });
  if (wanted.length === 0) throw new HttpError(422, 'field-book.no-points');
  if (wanted.length > MAX_ACCEPTED_POINTS)
    throw new HttpError(422, 'field-book.too-many-points', { most: MAX_ACCEPTED_POINTS });
  return wanted;
}

async function linkedObjects({ tx }: Editing, bookId: string): Promise<Map<string, Linked>> {
  const rows = await tx.query<Linked & { point: string }>(
    `select point, geometry_id as "geometryId", type_name as "typeName" from field_book_objects where book_id = $1`,
    [bookId],
  );
  return new Map(rows.map(({ point, ...one }) => [point, one]));
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

async function acceptSome(some: readonly Wanted[], acceptance: Acceptance): Promise<void> {
  const { editing, book, fields, linked, answer, announced } = acceptance;
  const { tx, caller } = editing;
  const { projectId } = book;
  const ids = some.flatMap(({ point }) => linked.get(point.name)?.geometryId ?? []);
  const locked = await lockAndReadObjects(tx, scopeOf(caller, { projectId }), ids);
  const others = [...locked.values()].map(({ typeName }) => typeName).filter((name) => !fields.has(name));
  // Types that persons gave objects since.
  for (const [name, type] of await lockTypes(tx, scopeOf(caller, { projectId }), [...new Set(others)]))
    fields.set(name, type.fields);
  const changes: { name: string; typeName: string; change: ObjectChange }[] = [];
  for (const { point, typeName } of some) {
    const before = linked.get(point.name);
    const current = before && locked.get(before.geometryId);
    const change = await changeOf({ point, typeName }, before, current, acceptance);
    if (change) changes.push({ name: point.name, typeName, change });
    else answer.unchanged++;
  }
  const requested = changes.map(({ change }) => change);
  const decisions = await applyChanges(editing, projectId, requested, announced);
  const written = decisions.flatMap((decision, i) => {
    const { name, typeName } = changes[i]!;
    count(decision, name, acceptance);
    return decision.status === 'write' ? [{ name, typeName, id: decision.write.id }] : [];
  });
  await tx.query(
    `insert into field_book_objects (book_id, point, geometry_id, type_name)
     select $1, m.point, m.id, m.type from unnest($2::text[], $3::uuid[], $4::text[]) as m(point, id, type)
     on conflict (book_id, point) do update set geometry_id = excluded.geometry_id, type_name = excluded.type_name`,
    [
      book.id,
      written.map(({ name }) => name),
      written.map(({ id }) => id),
      written.map(({ typeName }) => typeName),
    ],
  );
}

/** Undefined where the object is as it was computed. */
async function changeOf(
  { point, typeName }: Wanted,
  before: Linked | undefined,
  current: LockedObject | undefined,
  { book, fields, answer }: Acceptance,
): Promise<ObjectChange | undefined> {
  const [coordinates, geoid] = await coordinatesOf(point, book.heights);
  answer.geoid ??= geoid;
  const location = storedLocation({ type: 'Point', coordinates });
  if (!current)
    return { id: randomUUID(), typeName, location, properties: propertiesOf(point, fields.get(typeName)!) };
  // A type that a person gave the object since is kept, unless its code has another type than before.
  const isOther = before!.typeName !== null && before!.typeName !== typeName;
  const properties = propertiesOf(point, fields.get(isOther ? typeName : current.typeName) ?? []);
  if (!isOther && isAsComputed(current, coordinates, properties)) return undefined;
  return {
    id: current.id,
    known: true,
    version: current.version,
    location,
    properties: { ...current.about.properties, ...properties },
    ...(isOther && { typeName }),
  };
}

function count(decision: Decision, name: string, { answer, editing }: Acceptance): void {
  if (decision.status === 'write') {
    if (decision.write.version === 1) answer.created++;
    else answer.updated++;
    answer.transactionId ??= decision.write.transactionId;
  } else if (decision.status === 'refused') {
    answer.refusedCount++;
    const reason = sentence(editing.language, decision.fault.key, decision.fault.values);
    if (answer.refused.length < MAX_REFUSED) answer.refused.push({ name, reason });
  }
}
