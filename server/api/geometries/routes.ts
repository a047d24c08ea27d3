import {
  autosave as autosaveCall,
  countGeometries,
  createGeometry,
  deleteGeometry,
  deleteMassive,
  geometriesAtPlace,
  getGeometry,
  listGeometries,
  listGeometryLines,
  listLinesOf,
  listTransactions,
  locateGeometry,
  researchGeometries,
  restoreGeometry,
  searchGeometries,
  selectGeometries,
  summarizeGeometries,
  undoGeometry,
  updateGeometry,
  type CallSpec,
} from '#core/protocol';
import { requireProject, scopeOf, typeNamesOf } from '../../shared/access/scope.ts';
import { isCleanText } from '../../shared/attributes/check.ts';
import { findType } from '../../shared/attributes/types.ts';
import { route, type Handling, type Route } from '../../http/context.ts';
import type { Precomposed } from '../../base/precomposed.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';
import { autosave } from '../../shared/geometries/autosave/autosave.ts';
import { deleteMany } from '../../shared/geometries/delete-many.ts';
import { createObject, deleteObject, updateObject } from '../../shared/geometries/changes/single.ts';
import { editObjects, type Editing, type EditedObject } from '../../shared/geometries/editing.ts';
import { historyOf, historyText } from '../../shared/geometries/history.ts';
import { countObjects, getObject, listObjects, objectLines } from '../../shared/geometries/read.ts';
import { locate, research } from '../../shared/geometries/research/research.ts';
import { manyRoutes } from './many-routes.ts';
import { rewindRoutes } from './rewind-routes.ts';
import { objectsNear, searchObjects } from '../../shared/geometries/search.ts';
import { selectObjects } from '../../shared/geometries/research/select.ts';
import { summarize } from '../../shared/geometries/research/summary.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { splitRoutes } from './split-routes.ts';
import { restoreObject, undoObject } from '../../shared/geometries/undo.ts';

export const routes: Route[] = [
  route(listGeometries, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    const scope = scopeOf(caller, {
      projectId,
      typeNames: namesIn(headers.type),
      excluded: namesIn(query.excludedLayers),
    });
    const list = await listObjects(services, scope, {
      bbox: query.bbox,
      whole: query.partiallycontained === 'false',
      flat: query.dimension === '2',
    });
    if (list) return list;
    // Distinguishes a missing project from an empty one.
    await requireProject(services.db, caller, projectId);
    return [];
  }),

  route(listGeometryLines, async ({ headers, query, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    const scope = scopeOf(caller, { projectId, typeNames: namesIn(headers.type) });
    const whole = query.partiallycontained === 'false';
    const lines = await objectLines(services, scope, { bbox: query.bbox, whole });
    if (!lines) await requireProject(services.db, caller, projectId);
    return reply.type('text/plain; charset=utf-8').send(lines ?? '');
  }),

  route(listLinesOf, async ({ headers, body, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const lines = await objectLines(services, scopeOf(caller, { projectId }), body);
    return reply.type('text/plain; charset=utf-8').send(lines ?? '');
  }),

  route(countGeometries, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const requested = query.attributeid && (await findType(services.db, scopeOf(caller), query.attributeid));
    if (query.attributeid && !requested) throw new HttpError(404, 'http.not-found');
    const typeNames = requested ? [requested.name] : namesIn(headers.type);
    return { count: await countObjects(services.db, scopeOf(caller, { projectId, typeNames })) };
  }),

  route(geometriesAtPlace, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    const scope = scopeOf(caller, { projectId, typeNames: namesIn(headers.type) });
    const found = await objectsNear(services.db, scope, query);
    if (found.count === 0) await requireProject(services.db, caller, projectId);
    return found.list;
  }),

  route(searchGeometries, async ({ headers, body, caller, services }) => {
    const { projectid: projectId } = headers;
    const named = namesIn(headers.type);
    const requested = body.typeNames?.length ? body.typeNames.filter(isCleanText) : undefined;
    const typeNames =
      named && requested ? named.filter((name) => requested.includes(name)) : (named ?? requested);
    const scope = scopeOf(caller, { projectId, typeNames });
    const found = await searchObjects(services.db, scope, body.location, headers.intersection === 'false');
    if (found.total === 0) await requireProject(services.db, caller, projectId);
    return found.list;
  }),

  route(researchGeometries, async ({ headers, body, caller, language, services, reply }) => {
    const { projectid: projectId, paginate, page } = headers;
    const typeNames = namesIn(headers.type);
    const request = { caller, projectId, typeNames, body, paginate, page, language };
    const found = await research(services.db, request);
    void reply.header('x-total-count', String(found.total));
    return found.list;
  }),

  route(locateGeometry, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    const request = { caller, projectId, typeNames: namesIn(headers.type), body, language };
    return { row: await locate(services.db, request) };
  }),

  route(summarizeGeometries, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    const state = await stateOf(services.db, { caller, projectId });
    const scope = scopeOf(caller, { projectId, typeNames: namesIn(headers.type) });
    const { field, ...where } = body;
    return summarize(services.db, scope, { state, field, where, language });
  }),

  route(selectGeometries, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const typeNames = body.typeNames?.filter(isCleanText) ?? namesIn(headers.type);
    const scope = scopeOf(caller, { projectId, typeNames, excluded: body.excluded?.filter(isCleanText) });
    return selectObjects(services.db, { scope, all: scopeOf(caller, { projectId }) }, body, language);
  }),

  ...manyRoutes,
  ...splitRoutes,
  ...rewindRoutes,

  route(getGeometry, async ({ params, caller, services, reply }) => {
    const found = await getObject(services.db, scopeOf(caller), params.id);
    if (!found) throw new HttpError(404, 'http.not-found');
    tagVersion(reply, found.version);
    return found.object;
  }),

  route(createGeometry, async (handling) => {
    const { headers, body, reply } = handling;
    const edited = await edit(handling, (editing) => createObject(editing, headers.projectid, body));
    void reply.code(201);
    return answer(handling, edited);
  }),

  route(updateGeometry, async (handling) => {
    const { params, body, ifMatch } = handling;
    return answer(
      handling,
      await edit(handling, (editing) => updateObject(editing, params.id, ifMatch, body)),
    );
  }),

  route(deleteGeometry, async (handling) => {
    await edit(handling, (editing) => deleteObject(editing, handling.params.id, handling.ifMatch));
    return undefined;
  }),

  route(deleteMassive, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    const ids = [...new Set(body.ids.map((id) => id.toLowerCase()))];
    const scope = scopeOf(caller, { projectId, typeNames: namesIn(headers.type) });
    const deleted = await services.db.transaction(async (tx) => {
      await requireProject(tx, caller, projectId);
      return deleteMany(tx, services.events, caller, projectId, scope, ids);
    });
    const reason = sentence(language, 'geometries.not-there');
    return {
      deleted: ids.filter((id) => deleted.has(id)),
      refused: ids.filter((id) => !deleted.has(id)).map((id) => ({ id, reason })),
    };
  }),

  route(autosaveCall, async ({ headers, body, caller, language, services }) => {
    const { db, events } = services;
    return autosave({ db, events, caller, language, projectId: headers.projectid }, body);
  }),

  route(listTransactions, async ({ params, caller, services }) => {
    const entries = await historyOf(services.db, caller, params.id);
    // The history may be hidden although the object is visible: when it was of a type blocked for the caller.
    if (entries.length === 0 && !(await getObject(services.db, scopeOf(caller), params.id)))
      throw new HttpError(404, 'http.not-found');
    return historyText(entries);
  }),

  route(undoGeometry, async (handling) => {
    const edited = await edit(handling, (editing) => undoObject(editing, handling.params.id));
    return edited && answer(handling, edited);
  }),

  route(restoreGeometry, async (handling) => {
    const { params, body } = handling;
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

/** Names that no type can have are dropped: the remaining filter matches nothing. */
function namesIn(header: string | undefined): string[] | undefined {
  return typeNamesOf(header)?.filter(isCleanText);
}
