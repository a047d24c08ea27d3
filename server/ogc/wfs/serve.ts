import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, keepPrivate, onBehalfOf } from '../features/door.ts';
import { originOf } from '../../http/origin.ts';
import { largeReadsOf } from '../../http/large-reads.ts';
import type { Caller } from '../../base/caller.ts';
import type { Services } from '../../platform/services/services.ts';
import { languageOf } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import type { WfsServiceRequest } from './wfs-service-request.ts';
import { getCapabilities } from './capabilities.ts';
import { describeFeatureType } from './describe.ts';
import { DIALECTS, type WfsVersion } from './dialect.ts';
import { sendException, WfsError } from './exceptions.ts';
import { getFeature } from './get-feature.ts';
import { getPropertyValue } from './property-value.ts';
import { fromAddress, fromXml } from './request.ts';
import { transaction } from './transaction.ts';
import { parseLongXml } from './xml.ts';
import { describeStoredQueries, listStoredQueries } from './stored.ts';

type WfsOperation = (context: WfsServiceRequest) => FastifyReply | Promise<FastifyReply>;

const OPERATIONS = new Map<string, WfsOperation>([
  ['getcapabilities', getCapabilities],
  ['describefeaturetype', describeFeatureType],
  ['getfeature', getFeature],
  ['getpropertyvalue', getPropertyValue],
  ['liststoredqueries', listStoredQueries],
  ['describestoredqueries', describeStoredQueries],
  ['transaction', transaction],
]);

const XML_TYPES = /^(text|application)\/(\w+\+)?xml/;
const MAX_XML = 8 * 1024 * 1024;

/**
 * WFS 2.0, 1.1 and 1.0: /wfs for all projects of the person, /wfs/{project id} for one; feature types are the object
 * types, and one with all objects (docs/decisions/0014).
 */
export async function serveWfs(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (inner) => {
    const callers = new WeakMap<FastifyRequest, Caller>();
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(XML_TYPES, { parseAs: 'string', bodyLimit: MAX_XML }, (_request, body, done) =>
      done(null, body),
    );
    inner.setErrorHandler((thrown, request, reply) =>
      sendException(thrown, request, reply, requestedVersion(request)),
    );
    // Authenticates before the body is read, so that strangers cannot upload one.
    inner.addHook(
      'onRequest',
      async (request) => void callers.set(request, await callerOf(services, request)),
    );
    for (const url of ['/wfs', '/wfs/', '/wfs/:projectId'])
      inner.route<{ Params: { projectId?: string } }>({
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => {
          const caller = callers.get(request)!;
          return onBehalfOf(caller, async () => {
            await largeReadsOf(app).turn(caller.sessionId, reply.raw);
            return carryOut(services, caller, request, reply);
          });
        },
      });
  });
}

async function carryOut(
  services: Services,
  caller: Caller,
  request: FastifyRequest<{ Params: { projectId?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId } = request.params;
  if (projectId !== undefined && !isUuid(projectId)) throw new HttpError(404, 'http.not-found');
  refuseCql(request);
  const wfs =
    request.method === 'POST'
      ? fromXml(await parseLongXml((request.body as string | undefined) ?? ''))
      : fromAddress(request.query as Record<string, string | string[]>);
  const operation = OPERATIONS.get(wfs.operation.toLowerCase());
  if (!operation)
    throw new WfsError('OperationNotSupported', wfs.operation.slice(0, 60), 'wfs.no-such-operation', {
      operation: wfs.operation.slice(0, 60),
    });
  keepPrivate(reply);
  return operation({
    services,
    caller,
    projectId,
    base: `${originOf(request)}/wfs${projectId ? `/${projectId}` : ''}`,
    language: caller.language && !request.headers['accept-language'] ? caller.language : languageOf(request),
    wfs,
    request,
    reply,
  });
}

/** A filter that was ignored would answer objects that were not asked for. */
function refuseCql(request: FastifyRequest): void {
  const names = Object.keys(request.query ?? {});
  const name = names.find(
    (each) => /^(cql|ecql|cql2)[-_]?filter$/i.test(each) || /^filter-lang$/i.test(each),
  );
  if (name !== undefined)
    throw new WfsError('OptionNotSupported', name, 'wfs.no-cql', { name: name.slice(0, 60) });
}

/** The version of a request that could not be parsed, for its exception report. */
function requestedVersion(request: FastifyRequest): WfsVersion | undefined {
  const query = Object.entries((request.query ?? {}) as Record<string, unknown>);
  const requested = query.find(([name]) => name.toLowerCase() === 'version')?.[1];
  return DIALECTS.find(({ version }) => version === requested);
}
