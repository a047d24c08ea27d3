import { withComputed } from '#core/expression';
import type { Geometry, GeometryObject, Position, Properties } from '#core/protocol';
import { planeArea } from '#core/shapes';
import { scopeOf } from '../../access/scope.ts';
import { lockTypes, type TypeRules } from '../../attributes/types.ts';
import { Precomposed } from '../../../base/precomposed.ts';
import type { Services } from '../../../platform/services/services.ts';
import { HttpError } from '../../../base/http-error.ts';
import { announceObjects, addWrite, type AnnouncedChanges } from '../announce.ts';
import type { Editing } from '../editing.ts';
import { lockAndReadObjects, type LockedObject } from '../locked-objects.ts';
import { getObject } from '../read.ts';
import { takeClock, writeObjects } from '../store.ts';
import { creation, deletion, storedLocation } from '../writes.ts';
import { cut, type CutTask } from './cut.ts';
import { splitError } from './sentences.ts';

/** More parts are surely a mistake. */
const MAX_PARTS = 1000;
/** Attempts to cut again because the object was changed meanwhile. */
const TRIES = 3;

/**
 * Splits an object: each part becomes an object with the same attributes, the original is deleted, all in one
 * transaction of the database. The cut is computed before that, for a location that must be unchanged then.
 */
export async function splitObject(
  services: Services,
  asking: Pick<Editing, 'caller' | 'language'>,
  id: string,
  cutOf: (location: Geometry) => CutTask,
): Promise<Precomposed> {
  const { db, events } = services;
  for (let tries = 1; ; tries++) {
    const found = await getObject(db, scopeOf(asking.caller), id);
    if (!found) throw new HttpError(404, 'http.not-found');
    const { location } = JSON.parse(found.object.json) as GeometryObject;
    const parts = await partsOf(cutOf(location), asking.language);
    const done = await db.transaction(async (tx) => {
      const locked = (await lockAndReadObjects(tx, scopeOf(asking.caller), [id])).get(id);
      if (!locked) throw new HttpError(404, 'http.not-found');
      if (locked.location !== storedLocation(location).text) return undefined;
      return replace({ tx, events, ...asking }, locked, parts);
    });
    if (done) return done;
    if (tries === TRIES) throw new HttpError(409, 'geometries.changed-elsewhere');
  }
}

async function partsOf(task: CutTask, language: Editing['language']): Promise<Geometry[]> {
  const outcome = await cut(task).catch((thrown: unknown) => {
    if (thrown instanceof DOMException && thrown.name === 'AbortError')
      throw new HttpError(503, 'http.too-slow');
    throw thrown;
  });
  if ('refused' in outcome) throw splitError(outcome.refused, task.kind, language);
  const { parts } = outcome;
  if (parts.length > MAX_PARTS)
    throw new HttpError(422, 'split.too-many-parts', { count: parts.length, most: MAX_PARTS });
  return parts;
}

async function replace(
  editing: Editing,
  locked: LockedObject,
  parts: readonly Geometry[],
): Promise<Precomposed> {
  const { tx, events, caller } = editing;
  const { id, projectId, typeName, about } = locked;
  const rules = (await lockTypes(tx, scopeOf(caller, { projectId }), [typeName])).get(typeName);
  if (!rules) throw new HttpError(422, 'geometries.unknown-type', { type: typeName });
  const clock = await takeClock(tx, parts.length + 1);
  const largest = parts.reduce((best, part, i) => (sizeOf(part) > sizeOf(parts[best]!) ? i : best), 0);
  const stamp = (n: number) => ({
    id: clock.ids[n]!,
    at: clock.at,
    by: caller.name,
    kind: 'split' as const,
  });
  const { relatesTo, metadata } = about;
  const created = parts.map((part, i) => {
    const geometry = rules.geometryType === `Multi${part.type}` ? several(part) : part;
    const own = i === largest ? about.properties : withoutUnique(about.properties, rules);
    const properties = withComputed(rules.fields, own, () => geometry);
    const location = storedLocation(geometry);
    const { source } = metadata;
    return creation({ projectId, typeName, properties, location, relatesTo, source }, stamp(i + 1));
  });
  const writes = [deletion(locked, stamp(0)), ...created];
  const changes: AnnouncedChanges = { changed: [], removed: [] };
  await writeObjects(tx, caller, projectId, writes);
  for (const write of writes) addWrite(changes, write);
  await announceObjects(tx, events, caller, projectId, changes);
  return new Precomposed(
    `{"removed":"${id}","created":[${changes.changed.map(({ text }) => text).join(',')}]}`,
  );
}

/** Only one part can keep a unique value; the others have none until one is set. */
function withoutUnique(properties: Properties, { fields }: TypeRules): Properties {
  const unique = new Set(fields.filter((field) => field.unique).map(({ name }) => name));
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !unique.has(name)));
}

/** To find the largest part: square degrees, or degrees. */
function sizeOf({ type, coordinates }: Geometry): number {
  if (type === 'Polygon') return planeArea(coordinates);
  const run = coordinates as Position[];
  return run.slice(1).reduce((sum, to, i) => sum + Math.hypot(to[0] - run[i]![0], to[1] - run[i]![1]), 0);
}

function several(part: Geometry): Geometry {
  return { type: `Multi${part.type}`, coordinates: [part.coordinates] } as Geometry;
}
