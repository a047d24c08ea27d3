import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, authorize } from '../../http/gate/gate.ts';
import type { Caller } from '../../base/caller.ts';
import { inLane } from '../../platform/db/lane.ts';
import type { Services } from '../../platform/services/services.ts';
import { Refusal } from '../../base/refusal.ts';

const CHALLENGE = { 'www-authenticate': 'Basic realm="Groma", charset="UTF-8", Bearer' };

/**
 * Who asks from another program. Such a program knows nothing of sessions that end: what is 406 for the workbench is 401
 * here, and asks for a name and password, which is how programs ask their people for a token.
 */
export async function callerOf(services: Services, request: FastifyRequest): Promise<Caller> {
  try {
    const caller = await authenticate(services.db, services.signing.key, request);
    authorize(caller, 'geometries.read');
    return caller;
  } catch (thrown) {
    if (thrown instanceof Refusal && (thrown.status === 401 || thrown.status === 406))
      throw new Refusal(401, thrown.key, thrown.values, { ...thrown.more, headers: CHALLENGE });
    throw thrown;
  }
}

/** Scheme, host and port under which the client reached the server. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** Answers to one person change with their rights: nobody between keeps them. */
export function keepPrivate(reply: FastifyReply): void {
  void reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization, jwt, accept' });
}

export function onBehalfOf<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  return inLane(caller.sessionId, work);
}
