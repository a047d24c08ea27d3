import { randomUUID } from 'node:crypto';
import { geoidAt } from '#core/geodesy';
import {
  grants,
  MAX_ACCEPTED_POINTS,
  type AnswerOf,
  type acceptFieldBook,
  type Field,
  type FieldBook,
  type FieldBookPoint,
  type FieldBookResult,
  type Properties,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { createType } from '../../shared/attributes/create-type.ts';
import { lockTypes } from '../../shared/attributes/types.ts';
import { announceObjects, type AnnouncedChanges } from '../../shared/geometries/announce.ts';
import { applyChanges } from '../../shared/geometries/changes/apply.ts';
import type { ObjectChange } from '../../shared/geometries/changes/decide.ts';
import type { Editing } from '../../shared/geometries/editing.ts';
import { lockAndReadObjects } from '../../shared/geometries/locked-objects.ts';
import { storedLocation } from '../../shared/geometries/writes.ts';

const AT_ONCE = 1000;
const MAX_REFUSED = 100;
/** Degrees of about a tenth of a millimetre, and metres: an object that is so near stays as it is. */
const [SAME_PLACE, SAME_HEIGHT] = [1e-9, 1e-4];

const field = (name: string, en: string, it: string, type: Field['type']): Field => ({
  name,
  title: { en, it },
  type,
  required: false,
});
/** Of a type that is made here; of one that exists those fields are filled that it has. */
const FIELDS: Field[] = [
  field('point', 'Point', 'Punto', 'text'),
  field('code', 'Code', 'Codice', 'text'),
  field('height', 'Height', 'Quota', 'number'),
];

type Accepted = AnswerOf<typeof acceptFieldBook>;

/** Makes objects of computed points, or moves those made before: all in the transaction of `editing`. */
export async function acceptPoints(
  editing: Editing,
  book: FieldBook,
  result: FieldBookResult,
  { typeName, names }: { typeName: string; names?: string[] | undefined },
): Promise<Accepted> {
  const { tx, caller, events, language } = editing;
  const { projectId } = book;
  const wanted = names && new Set(names);
  const points = result.points.filter((point) => point.position && (!wanted || wanted.has(point.name)));
  if (points.length === 0) throw new HttpError(422, 'field-book.no-points');
  if (points.length > MAX_ACCEPTED_POINTS)
    throw new HttpError(422, 'field-book.too-many-points', { most: MAX_ACCEPTED_POINTS });
  const fields = await fieldsOf(editing, projectId, typeName);
  const linked = new Map(
    (
      await tx.query<{ point: string; geometryId: string }>(
        'select point, geometry_id as "geometryId" from field_book_objects where book_id = $1',
        [book.id],
      )
    ).map(({ point, geometryId }) => [point, geometryId]),
  );
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
  for (let from = 0; from < points.length; from += AT_ONCE) {
    const some = points.slice(from, from + AT_ONCE);
    const ids = some.flatMap(({ name }) => linked.get(name) ?? []);
    const locked = await lockAndReadObjects(tx, scopeOf(caller, { projectId }), ids);
    const changes: { name: string; change: ObjectChange }[] = [];
    for (const point of some) {
      const current = locked.get(linked.get(point.name) ?? '');
      const [coordinates, model] = await coordinatesOf(point, book.heights);
      answer.geoid ??= model;
      if (current && isThere(current.location, coordinates)) {
        answer.unchanged++;
        continue;
      }
      const location = storedLocation({ type: 'Point', coordinates });
      const properties = propertiesOf(point, fields);
      changes.push({
        name: point.name,
        change: current
          ? {
              id: current.id,
              known: true,
              version: current.version,
              location,
              properties: { ...current.about.properties, ...properties },
            }
          : { id: randomUUID(), typeName, location, properties },
      });
    }
    const decisions = await applyChanges(
      editing,
      projectId,
      changes.map(({ change }) => change),
      announced,
    );
    const made: [string, string][] = [];
    for (const [i, decision] of decisions.entries()) {
      const { name } = changes[i]!;
      if (decision.status === 'write') {
        if (decision.write.version === 1) answer.created++;
        else answer.updated++;
        answer.transactionId ??= decision.write.transactionId;
        made.push([name, decision.write.id]);
      } else if (decision.status === 'refused') {
        answer.refusedCount++;
        if (answer.refused.length < MAX_REFUSED)
          answer.refused.push({
            name,
            reason: sentence(language, decision.fault.key, decision.fault.values),
          });
      }
    }
    await tx.query(
      `insert into field_book_objects (book_id, point, geometry_id)
       select $1, m.point, m.id from unnest($2::text[], $3::uuid[]) as m(point, id)
       on conflict (book_id, point) do update set geometry_id = excluded.geometry_id`,
      [book.id, made.map(([name]) => name), made.map(([, id]) => id)],
    );
  }
  await announceObjects(tx, events, caller, projectId, announced);
  return answer;
}

async function fieldsOf(editing: Editing, projectId: string, typeName: string): Promise<readonly Field[]> {
  const { tx, caller, events } = editing;
  const type = (await lockTypes(tx, scopeOf(caller, { projectId }), [typeName])).get(typeName);
  if (type) return type.fields;
  // As with imports, which make types, too.
  if (!grants(caller.authorizations, 'import'))
    throw new HttpError(403, 'auth.not-allowed', { authorization: 'import' });
  if (caller.blockedLayers.includes(typeName))
    throw new HttpError(422, 'import.type-not-usable', { name: typeName });
  await createType(tx, caller, {
    name: typeName,
    geometryType: 'Point',
    fields: FIELDS,
    projectIds: [projectId],
  });
  await announceTypes(tx, events, caller);
  return FIELDS;
}

async function coordinatesOf(
  { position, height }: FieldBookPoint,
  heights: FieldBook['heights'],
): Promise<[[number, number] | [number, number, number], string | null]> {
  const [longitude, latitude] = position!;
  if (height === null) return [[longitude, latitude], null];
  if (heights === 'ellipsoid') return [[longitude, latitude, height], null];
  const geoid = await geoidAt(longitude, latitude);
  return [[longitude, latitude, height + geoid.height], geoid.model];
}

function propertiesOf({ name, code, height }: FieldBookPoint, fields: readonly Field[]): Properties {
  const values: Properties = {};
  for (const { name: key, type } of fields) {
    const lower = key.toLowerCase();
    if (type === 'text' && ['point', 'punto', 'name', 'nome'].includes(lower)) values[key] = name;
    if (type === 'text' && ['code', 'codice'].includes(lower) && code !== null) values[key] = code;
    if (type === 'number' && ['height', 'quota'].includes(lower) && height !== null)
      values[key] = Number(height.toFixed(4));
  }
  return values;
}

function isThere(location: string, [longitude, latitude, height]: readonly number[]): boolean {
  const { coordinates } = JSON.parse(location) as { coordinates: number[] };
  const [x, y, z] = coordinates;
  const near = Math.abs(x! - longitude!) < SAME_PLACE && Math.abs(y! - latitude!) < SAME_PLACE;
  return (
    near && (z === undefined) === (height === undefined) && Math.abs((z ?? 0) - (height ?? 0)) < SAME_HEIGHT
  );
}
