import { isDeepStrictEqual } from 'node:util';
import { withComputed } from '#core/expression';
import { grants, type Field, type Geometry, type Properties } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { scopeOfType, type TypeRef } from '../../shared/access/scope.ts';
import { announceObjects, addWrite, type AnnouncedChanges } from '../../shared/geometries/announce.ts';
import type { Editing } from '../../shared/geometries/editing.ts';
import { lockAndReadObjects, type LockedObject } from '../../shared/geometries/locked-objects.ts';
import { takeClock, writeObjects } from '../../shared/geometries/store.ts';
import { revision, type Write } from '../../shared/geometries/writes.ts';
import { convertValue, NOT_CONVERTIBLE } from '../../shared/attributes/convert-value.ts';
import type { FieldChange } from './field-changes.ts';

/** Objects per statement. */
const AT_ONCE = 500;
/** More objects of a project are not sent one by one: listeners load them again. */
const MAX_ANNOUNCED = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Rewrites the stored values of a type for its new fields, each object with its transaction in the history, and tells
 * everyone who has its project open. The type is locked. Throws HttpError 403 without the right to change objects, 409 where some
 * are of an archived project.
 */
export async function rewriteValues(
  editing: Editing,
  type: TypeRef,
  fields: readonly Field[],
  changes: readonly FieldChange[],
): Promise<void> {
  const rewriting = changes.filter(({ rewrites }) => rewrites);
  if (rewriting.length === 0) return;
  const announcements = new Map<string, AnnouncedChanges>();
  const many = new Set<string>();
  for await (const locked of objectsWith(editing, type, rewriting)) {
    const changed = locked.flatMap((object) => {
      const properties = rewritten(object, fields, rewriting);
      return isDeepStrictEqual(properties, object.about.properties) ? [] : [{ object, properties }];
    });
    if (changed.length === 0) continue;
    if (!grants(editing.caller.authorizations, 'geometries.write'))
      throw new HttpError(403, 'auth.not-allowed', { authorization: 'geometries.write' });
    const projectIds = [...new Set(changed.map((each) => each.object.projectId))];
    await holdUnarchived(editing.tx, await refuseArchived(editing.tx, editing.caller, projectIds));
    for (const [projectId, writes] of await writesOf(editing, changed)) {
      await writeObjects(
        editing.tx,
        editing.caller,
        projectId,
        writes.map(({ write }) => write),
      );
      const ofProject = announcements.get(projectId) ?? { changed: [], removed: [] };
      announcements.set(projectId, ofProject);
      for (const { write, object } of writes)
        if (ofProject.changed.length < MAX_ANNOUNCED) addWrite(ofProject, write, object);
        else many.add(projectId);
    }
  }
  const { tx, events, caller } = editing;
  for (const [projectId, ofProject] of announcements)
    if (many.has(projectId))
      await events.announce(
        tx,
        'geometries',
        { projectId, typeNames: [type.name] },
        { projectId, changed: [], removed: [], reload: true },
      );
    else await announceObjects(tx, events, caller, projectId, ofProject);
}

/** The objects that have one of the fields, or all if one is computed; locked, in the order of their ids. */
async function* objectsWith(
  { tx, caller }: Editing,
  type: TypeRef,
  changes: readonly FieldChange[],
): AsyncGenerator<LockedObject[]> {
  const scope = scopeOfType(caller, type);
  const names = changes.map(({ name }) => name);
  const all = changes.some(({ after }) => after?.computed !== undefined);
  for (let last = FIRST_ID; ;) {
    const params: unknown[] = [last, names, all];
    const rows = await tx.query<{ id: string }>(
      `select g.id from geometries g where g.id > $1::uuid and (g.properties ?| $2::text[] or $3::boolean)
         and ${scope.objects('g', params)} order by g.id limit ${AT_ONCE}`,
      params,
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    yield [...(await lockAndReadObjects(tx, scope, ids)).values()];
    last = ids.at(-1)!;
  }
}

function rewritten(
  { about, location }: LockedObject,
  fields: readonly Field[],
  changes: readonly FieldChange[],
): Properties {
  const byName = new Map(changes.map((change) => [change.name, change]));
  const properties = Object.fromEntries(
    Object.entries(about.properties).flatMap(([name, value]) => {
      const change = byName.get(name);
      if (!change) return [[name, value]];
      const converted = change.after ? convertValue(value, change.after) : NOT_CONVERTIBLE;
      return converted === NOT_CONVERTIBLE || converted === undefined ? [] : [[name, converted]];
    }),
  );
  return withComputed(fields, properties, () => JSON.parse(location) as Geometry);
}

interface Rewrite {
  object: LockedObject;
  write: Write;
}

async function writesOf(
  { tx, caller }: Editing,
  changed: readonly { object: LockedObject; properties: Properties }[],
): Promise<Map<string, Rewrite[]>> {
  const { at, ids } = await takeClock(tx, changed.length);
  const byProject = new Map<string, Rewrite[]>();
  changed.forEach(({ object, properties }, n) => {
    const { typeName, relatesTo, labelAt } = object.about;
    const by = { id: ids[n]!, at, by: caller.name, kind: 'update' as const };
    const write = revision(object, { properties, typeName, relatesTo, labelAt }, undefined, by);
    const writes = byProject.get(object.projectId) ?? [];
    writes.push({ object, write });
    byProject.set(object.projectId, writes);
  });
  return byProject;
}
