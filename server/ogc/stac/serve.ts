import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../base/http-error.ts';
import { languageOf } from '../../base/language.ts';
import { isUuid } from '../../base/uuid.ts';
import { exists } from '../../formats/mvt/grid.ts';
import { originOf } from '../../http/origin.ts';
import type { Services } from '../../platform/services/services.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { callerOf, keepPrivate, onBehalfOf } from '../features/door.ts';
import * as catalogue from './catalogue.ts';
import type { StacRequest } from './catalogue.ts';
import { makePictureTile } from './tile.ts';

interface PathParams {
  projectId?: string;
  collectionId: string;
  itemId: string;
  z: string;
  x: string;
  y: string;
}
type Request = FastifyRequest<{ Params: PathParams }>;
type Answer = (context: StacRequest, request: Request) => unknown;

/**
 * Panoramas and photos as STAC API and vector tiles, as Panoramax clients read them: /stac for all projects of the person,
 * /stac/{project id} for one; collections are the surveys (docs/decisions/0130).
 */
export function serveStac(app: FastifyInstance, services: Services): void {
  for (const root of ['/stac', '/stac/:projectId']) {
    const on = (method: 'GET' | 'POST', path: string, answer: Answer) =>
      app.route<{ Params: PathParams }>({
        method,
        url: `${root}${path}`,
        handler: async (request, reply) => {
          const context = await contextOf(services, request, reply);
          return onBehalfOf(context.caller, async () => answer(context, request));
        },
      });
    const query = ({ query: given }: Request) => single(given as Record<string, unknown>);
    on('GET', '', (context) => catalogue.landing(context));
    on('GET', '/', (context) => catalogue.landing(context));
    on('GET', '/conformance', () => catalogue.conformance());
    on('GET', '/collections', (context) => catalogue.collections(context));
    on('GET', '/collections/:collectionId', (context, { params }) =>
      catalogue.collection(context, params.collectionId),
    );
    on('GET', '/collections/:collectionId/items', (context, request) =>
      catalogue.items(context, request.params.collectionId, query(request)),
    );
    on('GET', '/collections/:collectionId/items/:itemId', (context, { params }) =>
      catalogue.item(context, params.collectionId, params.itemId),
    );
    on('GET', '/search', (context, request) => catalogue.search(context, query(request), 'GET'));
    on('POST', '/search', (context, { body }) => catalogue.search(context, membersOf(body), 'POST'));
    on('GET', '/map/style.json', (context) => catalogue.tileStyle(context));
    on('GET', '/map/:z/:x/:y.mvt', tile);
  }
}

async function tile(
  { db, caller, projectId, reply }: StacRequest,
  { params }: Request,
): Promise<FastifyReply> {
  const [z, x, y] = [params.z, params.x, params.y].map((text) =>
    /^\d{1,8}$/.test(text) ? Number(text) : NaN,
  );
  const address = { z: z!, x: x!, y: y! };
  if (!(address.z <= 24) || !exists(address)) throw new HttpError(404, 'tiles.outside', { ...params });
  const content = await makePictureTile(db, caller, projectId, address);
  return reply.type('application/vnd.mapbox-vector-tile').send(content);
}

async function contextOf(services: Services, request: Request, reply: FastifyReply): Promise<StacRequest> {
  const caller = await callerOf(services, request);
  const { projectId } = request.params;
  if (projectId !== undefined) {
    if (!isUuid(projectId)) throw new HttpError(404, 'http.not-found');
    await requireProject(services.db, caller, projectId);
  }
  keepPrivate(reply);
  const origin = originOf(request);
  const base = `${origin}/stac${projectId === undefined ? '' : `/${projectId}`}`;
  return { db: services.db, caller, projectId, origin, base, language: languageOf(request), reply };
}

/** Throws 400 for a parameter that is given twice. */
function single(query: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(query))
    if (typeof value !== 'string') throw new HttpError(400, 'open.repeated', { name: name.slice(0, 60) });
  return query;
}

function membersOf(body: unknown): Record<string, unknown> {
  if (body === null || body === undefined) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new HttpError(400, 'stac.bad-body');
  return body as Record<string, unknown>;
}
