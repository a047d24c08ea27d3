import type { Geometry, LabelPlace, Properties } from '#core/protocol';
import { requireProject, scopeOf } from '../../access/scope.ts';
import { Precomposed } from '../../../base/precomposed.ts';
import { HttpError } from '../../../base/http-error.ts';
import { stale } from '../../../http/versions.ts';
import { aboutText, objectText } from '../about.ts';
import { announceObjects, type AnnouncedChanges } from '../announce.ts';
import type { EditedObject, Editing } from '../editing.ts';
import { lockObject } from '../locked-objects.ts';
import { httpErrorOf } from '../rules.ts';
import { storedLocation } from '../writes.ts';
import { applyChanges } from './apply.ts';
import type { ObjectChange } from './decide.ts';

/** The values of an object in a request. */
export interface ObjectFields {
  location?: Geometry | undefined;
  properties?: Properties | undefined;
  typeName?: string | undefined;
  relatesTo?: string[] | undefined;
  labelAt?: LabelPlace | null | undefined;
}

/** Throws HttpError 404 (no such project), 422 (with all errors of the object against its type). */
export async function createObject(
  editing: Editing,
  projectId: string,
  fields: ObjectFields & { location: Geometry; typeName: string },
): Promise<EditedObject> {
  await requireProject(editing.tx, editing.caller, projectId);
  const [object] = (await applyOne(editing, projectId, changeOf(fields))).changed;
  return written(object!);
}

/** Throws HttpError 404, 412 (with the current object), 422 (with all errors of the object against its type). */
export async function updateObject(
  editing: Editing,
  id: string,
  version: number,
  fields: ObjectFields,
): Promise<EditedObject> {
  const { changed } = await applyKnown(editing, id, { ...changeOf(fields), version });
  return written(changed[0]!);
}

/** Throws HttpError 404, 412 (with the current object). */
export async function deleteObject(editing: Editing, id: string, version: number): Promise<void> {
  await applyKnown(editing, id, { deleted: true, version });
}

function changeOf({ location, ...fields }: ObjectFields): ObjectChange {
  return { ...fields, location: location && storedLocation(location) };
}

function written({ text, version }: AnnouncedChanges['changed'][number]): EditedObject {
  return { object: new Precomposed(text), version };
}

/** Locked before the decision, so that nobody deletes the object meanwhile. */
async function applyKnown(
  editing: Editing,
  objectId: string,
  change: ObjectChange,
): Promise<AnnouncedChanges> {
  const found = await lockObject(editing.tx, scopeOf(editing.caller), objectId);
  if (!found) throw new HttpError(404, 'http.not-found');
  const { id, projectId } = found;
  return applyOne(editing, projectId, { ...change, id, known: true });
}

/** A list of one change, answered as a single request. */
async function applyOne(
  editing: Editing,
  projectId: string,
  change: ObjectChange,
): Promise<AnnouncedChanges> {
  const { tx, events, caller, language } = editing;
  const changes: AnnouncedChanges = { changed: [], removed: [] };
  const [decision] = await applyChanges(editing, projectId, [change], changes);
  if (decision?.status === 'refused') throw httpErrorOf(decision.fault, language);
  if (decision?.status !== 'write') {
    const current = decision?.status === 'conflict' ? decision.current : undefined;
    if (!current) throw new HttpError(404, 'http.not-found');
    const { id, location, about, version } = current;
    throw stale(new Precomposed(objectText(id, location, aboutText(about))), version);
  }
  await announceObjects(tx, events, caller, projectId, changes);
  return changes;
}
