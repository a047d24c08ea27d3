import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../base/http-error.ts';

/** Sets the ETag to the version; called by every GET, PUT and POST of a versioned resource. */
export function tagVersion(reply: FastifyReply, version: number): void {
  void reply.header('etag', `"${version}"`);
}

/** The version in `If-Match`. Throws 428 when it is missing, 400 when it is malformed. */
export function expectedVersion(request: FastifyRequest): number {
  const header = request.headers['if-match'];
  if (header === undefined) throw new HttpError(428, 'http.if-match-missing');
  const found = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim());
  if (!found) throw new HttpError(400, 'http.if-match-unknown', { value: header.slice(0, 40) });
  return Number(found[1]);
}

/** 412 with the current state in the body and its version as ETag. */
export function stale(current: unknown, version: number): HttpError {
  return new HttpError(412, 'http.stale', {}, { body: current, headers: { etag: `"${version}"` } });
}
