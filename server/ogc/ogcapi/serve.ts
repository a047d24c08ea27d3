import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, keepPrivate, onBehalfOf } from '../features/door.ts';
import { originOf } from '../../http/origin.ts';
import { largeReadsOf } from '../../http/large-reads.ts';
import type { Services } from '../../platform/services/services.ts';
import { languageOf } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import { checkedQuery, wantsHtml, type OgcApiRequest } from './ogcapi-request.ts';
import { collection, collections, typeOf } from './collections.ts';
import { queryFields, item, ITEM_PARAMETERS, items } from './items.ts';
import { schema } from './schema.ts';
import { apiDefinition, conformance, landing } from './landing.ts';

interface ResourcePath {
  projectId?: string;
  collectionId: string;
  featureId: string;
}

type OgcApiHandler = (context: OgcApiRequest, path: ResourcePath) => Promise<FastifyReply>;

/**
 * OGC API Features: /ogcapi for all projects of the person, /ogcapi/{project id} for one; collections are the object
 * types (docs/decisions/0014).
 */
export function serveOgcApi(app: FastifyInstance, services: Services): void {
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
