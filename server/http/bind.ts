import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallSpec } from '#core/protocol';
import { authenticate, authorize, refuseLink, refusePersonalToken } from './gate/gate.ts';
import { changesProject, namedIds, refuseArchived, whileUnarchived } from './gate/archived.ts';
import type { Caller } from '../base/caller.ts';
import { withBudget } from '../base/request-budget.ts';
import { inLane } from '../platform/db/lane.ts';
import type { Handling, Route } from './context.ts';
import { Precomposed } from '../base/precomposed.ts';
import type { Services } from '../platform/services/services.ts';
import { languageOf } from '../base/language.ts';
import { isLargeRead, largeReadsOf } from './large-reads.ts';
import { bodyLimit } from './limits.ts';
import { parsePart } from './parse.ts';
import { expectedVersion } from './versions.ts';

/**
 * Binds one route to Fastify. In fixed order: authentication, authorization, then validation, so that nobody learns
 * anything of a call they may not make.
 */
export function bind(app: FastifyInstance, { call, handle }: Route, services: Services): void {
  const known = new WeakMap<FastifyRequest, Caller>();
  const isLarge = isLargeRead(call);
  const changes = changesProject(call);
  const reads = largeReadsOf(app);
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    bodyLimit: bodyLimit(call),
    // Before the body is read: strangers cannot make the server receive megabytes.
    onRequest: async (request) => {
      if (call.authorization === 'public') return;
      const caller = await authenticate(services.db, services.signing.key, request);
      refuseLink(caller, call);
      authorize(caller, call.authorization);
      refusePersonalToken(caller, call);
      known.set(request, caller);
    },
    handler: async (request, reply) => {
      const caller = known.get(request);
      const handling = handlingOf(call, request, reply, caller, services);
      if (changes) {
        const projectIds = await refuseArchived(services.db, caller!, namedIds(handling));
        handling.services = { ...services, db: whileUnarchived(services.db, projectIds) };
      }
      const session = caller?.sessionId ?? request.ip;
      if (isLarge) await reads.turn(session, reply.raw);
      const value = await inLane(session, () => withBudget(() => handle(handling)));
      return answer(value, reply);
    },
  });
}

function handlingOf(
  call: CallSpec,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  services: Services,
): Handling<CallSpec> {
  const language =
    caller?.language && !request.headers['accept-language'] ? caller.language : languageOf(request);
  const part = <K extends 'params' | 'query' | 'headers' | 'body'>(name: K): never => {
    const schema = call[name];
    // An upload's fields come with its stream; its handler validates them.
    if (!schema || (name === 'body' && call.upload)) return undefined as never;
    return parsePart(name, schema, request[name], language) as never;
  };
  return {
    params: part('params'),
    query: part('query'),
    headers: part('headers'),
    body: part('body'),
    caller: caller as Caller,
    ifMatch: call.versioned ? expectedVersion(request) : Number.NaN,
    language,
    services,
    request,
    reply,
  };
}

function answer(value: unknown, reply: FastifyReply): unknown {
  if (value === reply || reply.sent) return reply;
  if (value === undefined) return reply.code(204).send();
  void reply.type('application/json; charset=utf-8');
  if (!(value instanceof Precomposed)) return reply.send(JSON.stringify(value));
  // Long text is sent faster as bytes than as a string.
  return reply.send(typeof value.json === 'string' ? Buffer.from(value.json) : value.json);
}
