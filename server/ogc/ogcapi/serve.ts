import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, keepPrivate, onBehalfOf } from '../features/door.ts';
import { originOf } from '../../http/origin.ts';
import { parseJsonBodies } from '../../http/json-body.ts';
import { largeReadsOf } from '../../http/large-reads.ts';
import type { Services } from '../../platform/services/services.ts';
import { languageOf } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import { checkedQuery, wantsHtml, type OgcApiRequest } from './ogcapi-request.ts';
import { collection, collections, typeOf } from './collections.ts';
import { allowedMethods, createItem, deleteItem, patchItem, replaceItem } from './edit-items.ts';
import { queryFields, item, ITEM_PARAMETERS, items } from './items.ts';
import { queryables } from './queryables.ts';
import { schema } from './schema.ts';
import { apiDefinition, conformance, landing } from './landing.ts';

interface ResourcePath {
  projectId?: string;
  collectionId: string;
  featureId: string;
}

type OgcApiHandler = (context: OgcApiRequest, path: ResourcePath) => Promise<FastifyReply>;

/** Bodies of one feature. */
const BODIES = ['application/geo+json', 'application/json', 'application/merge-patch+json'];
const MAX_FEATURE = 16 * 1024 * 1024;

/**
 * OGC API Features: /ogcapi for all projects of the person, /ogcapi/{project id} for one; collections are the object
 * types (docs/decisions/0014).
 */
export async function serveOgcApi(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (inner) => {
    serveEdits(inner, services);
  });
  for (const root of ['/ogcapi', '/ogcapi/:projectId']) {
    const get = (path: string, known: readonly string[], handle: OgcApiHandler) =>
      app.get<{ Params: ResourcePath }>(`${root}${path}`, async (request, reply) => {
        const context = await contextOf(services, request, reply);
        return onBehalfOf(context.caller, () => {
          context.query = checkedQuery(request, known);
          context.html = wantsHtml(context.query, request);
          return handle(context, request.params);
        });
      });
    get('', ['f'], landing);
    get('/', ['f'], landing);
    get('/api', ['f'], apiDefinition);
    get('/conformance', ['f'], conformance);
    get('/collections', ['f'], collections);
    get('/collections/:collectionId', ['f'], (context, { collectionId }) =>
      collection(context, collectionId),
    );
    get('/collections/:collectionId/schema', ['f'], (context, { collectionId }) =>
      schema(context, collectionId),
    );
    get('/collections/:collectionId/queryables', ['f'], (context, { collectionId }) =>
      queryables(context, collectionId),
    );
    get('/collections/:collectionId/items/:featureId', ['f', 'crs'], (context, { collectionId, featureId }) =>
      item(context, collectionId, featureId),
    );
    // The parameters of items depend on the fields of their type.
    app.get<{ Params: ResourcePath }>(`${root}/collections/:collectionId/items`, async (request, reply) => {
      const context = await contextOf(services, request, reply);
      return onBehalfOf(context.caller, async () => {
        const type = await typeOf(context, request.params.collectionId);
        context.query = checkedQuery(request, [...ITEM_PARAMETERS, ...queryFields(type, context.projectId)]);
        context.html = wantsHtml(context.query, request);
        await largeReadsOf(app).turn(context.caller.sessionId, reply.raw);
        return items(context, type);
      });
    });
  }
}

/** Part 4: creating, replacing, changing and deleting single features. */
function serveEdits(app: FastifyInstance, services: Services): void {
  parseJsonBodies(app, BODIES);
  type Edit = (context: OgcApiRequest, path: ResourcePath, body: unknown) => Promise<FastifyReply>;
  for (const root of ['/ogcapi', '/ogcapi/:projectId']) {
    const items = `${root}/collections/:collectionId/items`;
    const on = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, edit: Edit) => {
      const callers = new WeakMap<FastifyRequest, OgcApiRequest>();
      app.route<{ Params: ResourcePath }>({
        method,
        url,
        bodyLimit: MAX_FEATURE,
        // Authenticates before the body is read, so that strangers cannot upload one.
        onRequest: async (request, reply) =>
          void callers.set(request, await contextOf(services, request, reply)),
        handler: (request) => {
          const context = callers.get(request)!;
          return onBehalfOf(context.caller, () => edit(context, request.params, request.body));
        },
      });
    };
    on('POST', items, (context, { collectionId }, body) => createItem(context, collectionId, body));
    on('PUT', `${items}/:featureId`, (context, { collectionId, featureId }, body) =>
      replaceItem(context, collectionId, featureId, body),
    );
    on('PATCH', `${items}/:featureId`, (context, { collectionId, featureId }, body) =>
      patchItem(context, collectionId, featureId, body),
    );
    on('DELETE', `${items}/:featureId`, (context, { collectionId, featureId }) =>
      deleteItem(context, collectionId, featureId),
    );
    for (const url of [items, `${items}/:featureId`])
      app.options<{ Params: ResourcePath }>(url, async (request, reply) => {
        const context = await contextOf(services, request, reply);
        await typeOf(context, request.params.collectionId);
        return reply
          .header('allow', allowedMethods(context, url !== items))
          .code(204)
          .send();
      });
  }
}

async function contextOf(
  services: Services,
  request: FastifyRequest<{ Params: ResourcePath }>,
  reply: FastifyReply,
): Promise<OgcApiRequest> {
  const caller = await callerOf(services, request);
  const { projectId } = request.params;
  if (projectId !== undefined && !isUuid(projectId)) throw new HttpError(404, 'http.not-found');
  keepPrivate(reply);
  const base = `${originOf(request)}/ogcapi${projectId ? `/${projectId}` : ''}`;
  return {
    services,
    caller,
    projectId,
    base,
    query: {},
    html: false,
    language: caller.language && !request.headers['accept-language'] ? caller.language : languageOf(request),
    request,
    reply,
  };
}
