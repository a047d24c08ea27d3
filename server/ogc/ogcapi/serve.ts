import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, keepPrivate, onBehalfOf, originOf } from '../features/door.ts';
import type { Services } from '../../platform/services/services.ts';
import { languageOf } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import { checkedQuery, wantsHtml, type Asked } from './asked.ts';
import { collection, collections, typeOf } from './collections.ts';
import { askable, item, ITEM_PARAMETERS, items } from './items.ts';
import { schema } from './schema.ts';
import { apiDefinition, conformance, landing } from './landing.ts';

interface Path {
  projectId?: string;
  collectionId: string;
  featureId: string;
}

type Handle = (asked: Asked, path: Path) => Promise<FastifyReply>;

/**
 * OGC API Features: /ogcapi for all projects of the person, /ogcapi/{project id} for one; collections are the object
 * types (docs/decisions/0014).
 */
export function serveOgcApi(app: FastifyInstance, services: Services): void {
  for (const root of ['/ogcapi', '/ogcapi/:projectId']) {
    const get = (path: string, known: readonly string[], handle: Handle) =>
      app.get<{ Params: Path }>(`${root}${path}`, async (request, reply) => {
        const asked = await askedBy(services, request, reply);
        return onBehalfOf(asked.caller, () => {
          asked.query = checkedQuery(request, known);
          asked.html = wantsHtml(asked.query, request);
          return handle(asked, request.params);
        });
      });
    get('', ['f'], landing);
    get('/', ['f'], landing);
    get('/api', ['f'], apiDefinition);
    get('/conformance', ['f'], conformance);
    get('/collections', ['f'], collections);
    get('/collections/:collectionId', ['f'], (asked, { collectionId }) => collection(asked, collectionId));
    get('/collections/:collectionId/schema', ['f'], (asked, { collectionId }) => schema(asked, collectionId));
    get('/collections/:collectionId/items/:featureId', ['f', 'crs'], (asked, { collectionId, featureId }) =>
      item(asked, collectionId, featureId),
    );
    // The parameters of items depend on the fields of their type.
    app.get<{ Params: Path }>(`${root}/collections/:collectionId/items`, async (request, reply) => {
      const asked = await askedBy(services, request, reply);
      return onBehalfOf(asked.caller, async () => {
        const type = await typeOf(asked, request.params.collectionId);
        asked.query = checkedQuery(request, [...ITEM_PARAMETERS, ...askable(type, asked.projectId)]);
        asked.html = wantsHtml(asked.query, request);
        return items(asked, type);
      });
    });
  }
}

async function askedBy(
  services: Services,
  request: FastifyRequest<{ Params: Path }>,
  reply: FastifyReply,
): Promise<Asked> {
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
