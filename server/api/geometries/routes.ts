import {
  autosave as autosaveCall,
  countGeometries,
  deleteMassive,
  geometriesAtPlace,
  listGeometries,
  listGeometryLines,
  listLinesOf,
  locateGeometry,
  researchGeometries,
  searchGeometries,
  selectGeometries,
  summarizeGeometries,
} from '#core/protocol';
import { requestedTypes, requireTypesOf } from '../../shared/access/requested.ts';
import { requireProject, scopeOf, typeNamesOf } from '../../shared/access/scope.ts';
import { isCleanText } from '../../base/clean-text.ts';
import { findType } from '../../shared/attributes/types.ts';
import { route, type Route } from '../../http/context.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { autosave } from '../../shared/geometries/autosave/autosave.ts';
import { deleteMany } from '../../shared/geometries/delete-many.ts';
import { countObjects } from '../../shared/counts/counts.ts';
import { listObjects, objectLines } from '../../shared/geometries/read.ts';
import { locate, research } from '../../shared/geometries/research/research.ts';
import { manyRoutes } from './many-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { rewindRoutes } from './rewind-routes.ts';
import { objectsNear, searchObjects } from '../../shared/geometries/search.ts';
import { selectObjects } from '../../shared/geometries/research/select.ts';
import { summarize } from '../../shared/geometries/research/summary.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { splitRoutes } from './split-routes.ts';

export const routes: Route[] = [
  route(listGeometries, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    const scope = scopeOf(caller, {
      projectId,
      typeNames: await requestedTypes(services.db, caller, headers),
      excluded: typeNamesOf(query.excludedLayers)?.filter(isCleanText),
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
    const scope = scopeOf(caller, {
      projectId,
      typeNames: await requestedTypes(services.db, caller, headers),
    });
    const whole = query.partiallycontained === 'false';
    const lines = await objectLines(services, scope, { bbox: query.bbox, whole });
    if (!lines) await requireProject(services.db, caller, projectId);
    return reply.type('text/plain; charset=utf-8').send(lines ?? '');
  }),

  route(listLinesOf, async ({ headers, body, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const typeNames = await requestedTypes(services.db, caller, headers);
    const lines = await objectLines(services, scopeOf(caller, { projectId, typeNames }), body);
    return reply.type('text/plain; charset=utf-8').send(lines ?? '');
  }),

  route(countGeometries, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const requested = query.attributeid && (await findType(services.db, scopeOf(caller), query.attributeid));
    if (query.attributeid && !requested) throw new HttpError(404, 'http.not-found');
    const named = await requestedTypes(services.db, caller, headers);
    const typeNames = requested ? [requested.name].filter((name) => named?.includes(name) ?? true) : named;
    return { count: await countObjects(services.db, scopeOf(caller, { projectId, typeNames })) };
  }),

  route(geometriesAtPlace, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    const scope = scopeOf(caller, {
      projectId,
      typeNames: await requestedTypes(services.db, caller, headers),
    });
    const found = await objectsNear(services.db, scope, query);
    if (found.count === 0) await requireProject(services.db, caller, projectId);
    return found.list;
  }),

  route(searchGeometries, async ({ headers, body, caller, services }) => {
    const { projectid: projectId } = headers;
    const named = await requestedTypes(services.db, caller, headers);
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
    const typeNames = await requestedTypes(services.db, caller, headers);
    const request = { caller, projectId, typeNames, body, paginate, page, language };
    const found = await research(services.db, request);
    void reply.header('x-total-count', String(found.total));
    return found.list;
  }),

  route(locateGeometry, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    const typeNames = await requestedTypes(services.db, caller, headers);
    const request = { caller, projectId, typeNames, body, language };
    return { row: await locate(services.db, request) };
  }),

  route(summarizeGeometries, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    const state = await stateOf(services.db, { caller, projectId }, body);
    const scope = scopeOf(caller, {
      projectId,
      typeNames: await requestedTypes(services.db, caller, headers),
    });
    const { field, ...where } = body;
    return summarize(services.db, scope, { state, field, where, language });
  }),

  route(selectGeometries, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const named = await requestedTypes(services.db, caller, headers);
    const requested = body.typeNames?.filter(isCleanText);
    const typeNames =
      named && requested ? named.filter((name) => requested.includes(name)) : (named ?? requested);
    const scope = scopeOf(caller, { projectId, typeNames, excluded: body.excluded?.filter(isCleanText) });
    return selectObjects(services.db, { scope, all: scopeOf(caller, { projectId }) }, body, language);
  }),

  ...manyRoutes,
  ...splitRoutes,
  ...rewindRoutes,
  ...objectRoutes,

  route(deleteMassive, async ({ headers, body, caller, language, services }) => {
    const { projectid: projectId } = headers;
    const ids = [...new Set(body.ids.map((id) => id.toLowerCase()))];
    const scope = scopeOf(caller, {
      projectId,
      typeNames: await requestedTypes(services.db, caller, headers),
    });
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
    await requireTypesOf(db, caller, headers, body.map(typeNameOf));
    return autosave({ db, events, caller, language, projectId: headers.projectid }, body);
  }),
];

/** The type of a change, which may be malformed. */
function typeNameOf(change: unknown): string | undefined {
  const { typeName } = (change ?? {}) as { typeName?: unknown };
  return typeof typeName === 'string' ? typeName : undefined;
}
