import type { FastifyRequest } from 'fastify';

/** Scheme, host and port under which the client reached the server. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
