import {
  createGeometry,
  deleteGeometry,
  getGeometry,
  listTransactions,
  restoreGeometry,
  undoGeometry,
  updateGeometry,
  type CallSpec,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { Precomposed } from '../../base/precomposed.ts';
import { route, type Handling, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { requireObject, requireTypesOf } from '../../shared/access/requested.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { createObject, deleteObject, updateObject } from '../../shared/geometries/changes/single.ts';
import { editObjects, type EditedObject, type Editing } from '../../shared/geometries/editing.ts';
import { historyOf, historyText } from '../../shared/geometries/history.ts';
import { getObject } from '../../shared/geometries/read.ts';
import { restoreObject, undoObject } from '../../shared/geometries/undo.ts';

/** Routes of a single object. */
export const objectRoutes: Route[] = [
  route(getGeometry, async ({ params, headers, caller, services, reply }) => {
    await requireObject(services.db, caller, headers, params.id);
    const found = await getObject(services.db, scopeOf(caller), params.id);
    if (!found) throw new HttpError(404, 'http.not-found');
    tagVersion(reply, found.version);
    return found.object;
  }),

  route(createGeometry, async (handling) => {
    const { headers, body, caller, services, reply } = handling;
    await requireTypesOf(services.db, caller, headers, [body.typeName]);
    const edited = await edit(handling, (editing) => createObject(editing, headers.projectid, body));
    void reply.code(201);
    return answer(handling, edited);
  }),

  route(updateGeometry, async (handling) => {
    const { params, headers, body, ifMatch, caller, services } = handling;
    await requireObject(services.db, caller, headers, params.id);
    return answer(
      handling,
      await edit(handling, (editing) => updateObject(editing, params.id, ifMatch, body)),
    );
  }),

  route(deleteGeometry, async (handling) => {
    const { params, headers, ifMatch, caller, services } = handling;
    await requireObject(services.db, caller, headers, params.id);
    await edit(handling, (editing) => deleteObject(editing, params.id, ifMatch));
    return undefined;
  }),

  route(listTransactions, async ({ params, headers, caller, services }) => {
    await requireObject(services.db, caller, headers, params.id);
    const entries = await historyOf(services.db, caller, params.id);
    // The history may be hidden although the object is visible: when it was of a type blocked for the caller.
    if (entries.length === 0 && !(await getObject(services.db, scopeOf(caller), params.id)))
      throw new HttpError(404, 'http.not-found');
    return historyText(entries);
  }),

  route(undoGeometry, async (handling) => {
    const { params, headers, caller, services } = handling;
    await requireObject(services.db, caller, headers, params.id);
    const edited = await edit(handling, (editing) => undoObject(editing, params.id));
    return edited && answer(handling, edited);
  }),

  route(restoreGeometry, async (handling) => {
    const { params, headers, body, caller, services } = handling;
    await requireObject(services.db, caller, headers, params.id);
    const edited = await edit(handling, (editing) => restoreObject(editing, params.id, body.transaction_id));
    return answer(handling, edited);
  }),
];

type GeometriesRequest = Pick<
  Handling<CallSpec & { authorization: 'signed-in' }>,
  'caller' | 'language' | 'services' | 'reply'
>;

function edit<T>(
  { caller, language, services }: GeometriesRequest,
  work: (editing: Editing) => Promise<T>,
): Promise<T> {
  const { db, events } = services;
  return editObjects({ db, events, caller, language }, work);
}

function answer({ reply }: GeometriesRequest, { object, version }: EditedObject): Precomposed {
  tagVersion(reply, version);
  return object;
}
