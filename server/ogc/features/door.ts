import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, authorize, refuseLink } from '../../http/gate/gate.ts';
import { plain } from '../../base/plain.ts';
import type { Caller } from '../../base/caller.ts';
import { inLane } from '../../platform/db/lane.ts';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';

const CHALLENGE = { 'www-authenticate': 'Basic realm="Groma", charset="UTF-8", Bearer' };

/** Sentences for other programs: they sign in with a personal access token, not on a page. */
const OPEN_SENTENCES = plain({
  'auth.token-missing': 'open.token-missing',
  'auth.token-expired': 'open.token-expired',
});

/**
 * Authenticates a request from another program. Such programs know nothing of expiring sessions: 406, which the
 * workbench gets, becomes 401 with a request for HTTP Basic, with which they ask for a token.
 */
export async function callerOf(services: Services, request: FastifyRequest): Promise<Caller> {
  try {
    const caller = await authenticate(services.db, services.signing.key, request);
    refuseLink(caller);
    authorize(caller, 'geometries.read');
    return caller;
  } catch (thrown) {
    if (thrown instanceof HttpError && (thrown.status === 401 || thrown.status === 406))
      throw new HttpError(401, OPEN_SENTENCES[thrown.key] ?? thrown.key, thrown.values, {
        ...thrown.more,
        headers: CHALLENGE,
      });
    throw thrown;
  }
}

/** Responses depend on the person's rights: shared caches must not store them. */
export function keepPrivate(reply: FastifyReply): void {
  void reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization, jwt, accept' });
}

export function onBehalfOf<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  return inLane(caller.sessionId, work);
}
