import type { Change, MapObject } from '#core/document';
import { newUuid } from '#core/kernel';
import { grants } from '#core/protocol';
import type { PluginContext } from './plugin-context.ts';
import { MAX_OBJECTS, type ValuesOf } from './messages.ts';

export interface FoundObjects {
  readonly objects: readonly MapObject[];
  readonly complete: boolean;
  readonly reason: string;
}

/** The loaded objects of a type, and whether they are all. */
export function listObjects(context: PluginContext, { typeName }: ValuesOf<'objects.list'>): FoundObjects {
  context.requireType('read', typeName);
  const open = context.open();
  const objects: MapObject[] = [];
  let isCut = false;
  for (const object of open.document.values()) {
    if (object.typeName !== typeName) continue;
    isCut = objects.length >= MAX_OBJECTS;
    if (isCut) break;
    objects.push(object);
  }
  const text = (key: string) =>
    context.services.i18n.t(`outside-plugins:incomplete.${key}`, {
      most: context.services.i18n.number(MAX_OBJECTS),
    });
  const reason = isCut ? text('cut') : open.covers() ? '' : text('unloaded');
  return { objects, complete: reason === '', reason };
}

/** Changes objects in one step of history, which names the plugin. Returns the ids of the created ones. */
export function writeObjects(context: PluginContext, values: ValuesOf<'objects.write'>): readonly string[] {
  const { create = [], change = [], remove = [] } = values;
  if (create.length + change.length + remove.length > MAX_OBJECTS)
    throw context.problem('too-many-objects', { most: context.services.i18n.number(MAX_OBJECTS) });
  requireRights(context, remove.length > 0, create.length + change.length > 0);
  const made = create.map((object): Change => ({ ...created(context, object), before: undefined }));
  const changed = change.map((wanted): Change => {
    const before = writableObject(context, wanted.id);
    return { id: wanted.id, before, after: changedObject(before, wanted) };
  });
  const removed = remove.map((id): Change => ({ id, before: writableObject(context, id), after: undefined }));
  const { id: name, version, title } = context.plugin.manifest;
  const plugin = `${name}@${version}`;
  const changes = [...made, ...changed, ...removed].map((each) => ({ ...each, plugin }));
  if (new Set(changes.map(({ id }) => id)).size < changes.length) throw context.problem('object-twice');
  if (changes.length === 0) return [];
  const step = {
    label: 'outside-plugins:step',
    values: { plugin: title[context.services.i18n.language] },
    code: plugin,
  };
  if (!context.open().history.perform(() => changes, step)) throw context.problem('not-written');
  return made.map(({ id }) => id);
}

function requireRights(context: PluginContext, deletes: boolean, writes: boolean): void {
  const authorizations = context.services.session.me?.authorizations ?? [];
  const lacks = (authorization: string) => !grants(authorizations, authorization);
  if ((writes && lacks('geometries.write')) || (deletes && lacks('geometries.delete')))
    throw context.problem('no-right');
}

function created(
  context: PluginContext,
  { typeName, location, properties }: NonNullable<ValuesOf<'objects.write'>['create']>[number],
): { id: string; after: MapObject } {
  context.requireType('write', typeName);
  refuseLocked(context, { typeName });
  const id = newUuid();
  return { id, after: { id, typeName, location, properties, relatesTo: [] } };
}

/** An object that is loaded, of a type that the plugin may write, on a layer that is not locked. */
function writableObject(context: PluginContext, id: string): MapObject {
  const object = context.open().document.get(id);
  if (!object) throw context.problem('no-object', { id });
  context.requireType('write', object.typeName);
  refuseLocked(context, object);
  return object;
}

function refuseLocked(context: PluginContext, object: Pick<MapObject, 'typeName'>): void {
  if (context.services.targets.isLocked(object)) throw context.problem('locked', { type: object.typeName });
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
