import type { Change, MapObject } from '#core/document';
import { newUuid } from '#core/kernel';
import { grants } from '#core/protocol';
import type { Desk } from './desk.ts';
import { MAX_OBJECTS, type ValuesOf } from './messages.ts';

export interface FoundObjects {
  readonly objects: readonly MapObject[];
  readonly complete: boolean;
  readonly reason: string;
}

/** The loaded objects of a type, and whether they are all. */
export function listObjects(desk: Desk, { typeName }: ValuesOf<'objects.list'>): FoundObjects {
  desk.requireType('read', typeName);
  const open = desk.open();
  const objects: MapObject[] = [];
  let isCut = false;
  for (const object of open.document.values()) {
    if (object.typeName !== typeName) continue;
    isCut = objects.length >= MAX_OBJECTS;
    if (isCut) break;
    objects.push(object);
  }
  const text = (key: string) =>
    desk.reach.i18n.t(`outside-plugins:incomplete.${key}`, { most: desk.reach.i18n.number(MAX_OBJECTS) });
  const reason = isCut ? text('cut') : open.covers() ? '' : text('unloaded');
  return { objects, complete: reason === '', reason };
}

/** Changes objects in one step of history, which names the plugin. Returns the ids of the created ones. */
export function writeObjects(desk: Desk, values: ValuesOf<'objects.write'>): readonly string[] {
  const { create = [], change = [], remove = [] } = values;
  if (create.length + change.length + remove.length > MAX_OBJECTS)
    throw desk.problem('too-many-objects', { most: desk.reach.i18n.number(MAX_OBJECTS) });
  requireRights(desk, remove.length > 0, create.length + change.length > 0);
  const made = create.map((object): Change => ({ ...created(desk, object), before: undefined }));
  const changed = change.map((wanted): Change => {
    const before = held(desk, wanted.id);
    return { id: wanted.id, before, after: changedObject(before, wanted) };
  });
  const removed = remove.map((id): Change => ({ id, before: held(desk, id), after: undefined }));
  const { id: name, version, title } = desk.plugin.manifest;
  const plugin = `${name}@${version}`;
  const changes = [...made, ...changed, ...removed].map((each) => ({ ...each, plugin }));
  if (new Set(changes.map(({ id }) => id)).size < changes.length) throw desk.problem('object-twice');
  if (changes.length === 0) return [];
  const step = {
    label: 'outside-plugins:step',
    values: { plugin: title[desk.reach.i18n.language] },
    code: plugin,
  };
  if (!desk.open().history.perform(() => changes, step)) throw desk.problem('not-written');
  return made.map(({ id }) => id);
}

function requireRights(desk: Desk, deletes: boolean, writes: boolean): void {
  const held = desk.reach.session.me?.authorizations ?? [];
  const lacks = (authorization: string) => !grants(held, authorization);
  if ((writes && lacks('geometries.write')) || (deletes && lacks('geometries.delete')))
    throw desk.problem('no-right');
}

function created(
  desk: Desk,
  { typeName, location, properties }: NonNullable<ValuesOf<'objects.write'>['create']>[number],
): { id: string; after: MapObject } {
  desk.requireType('write', typeName);
  refuseLocked(desk, { typeName });
  const id = newUuid();
  return { id, after: { id, typeName, location, properties, relatesTo: [] } };
}

/** An object that is loaded, of a type that the plugin may write, on a layer that is not locked. */
function held(desk: Desk, id: string): MapObject {
  const object = desk.open().document.get(id);
  if (!object) throw desk.problem('no-object', { id });
  desk.requireType('write', object.typeName);
  refuseLocked(desk, object);
  return object;
}

function refuseLocked(desk: Desk, object: Pick<MapObject, 'typeName'>): void {
  if (desk.reach.targets.isLocked(object)) throw desk.problem('locked', { type: object.typeName });
}

function changedObject(
  before: MapObject,
  { location, properties = {} }: NonNullable<ValuesOf<'objects.write'>['change']>[number],
): MapObject {
  const all = { ...before.properties, ...properties };
  const present = Object.entries(all).filter(
    ([name, value]) => value !== null || !Object.hasOwn(properties, name),
  );
  return { ...before, ...(location && { location }), properties: Object.fromEntries(present) };
}
