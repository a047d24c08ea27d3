import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language, Problem } from '#core/protocol';
import { DatabaseError, DISK_FULL, CONNECTION_LOST, NO_TEXT, QUERY_CANCELED } from '../platform/db/errors.ts';
import { Precomposed } from '../base/precomposed.ts';
import { languageOf, sentence } from '../base/language.ts';
import { HttpError } from '../base/http-error.ts';

/** Answers any error with problem+json in the person's language, without internal details. */
export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const httpError = httpErrorOf(thrown);
  if (httpError.status >= 500) request.log.error({ err: thrown }, 'request failed');
  void reply.headers({ ...httpError.more.headers, 'cache-control': 'no-store' });
  const { body } = httpError.more;
  if (body !== undefined)
    return reply
      .code(httpError.status)
      .type('application/json; charset=utf-8')
      .send(body instanceof Precomposed ? body.json : JSON.stringify(body));
  return reply
    .code(httpError.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(httpError, languageOf(request))));
}

export function problemOf(httpError: HttpError, language: Language): Problem {
  return {
    type: `urn:groma:problem:${httpError.key}`,
    title: STATUS_CODES[httpError.status] ?? 'Error',
    status: httpError.status,
    detail: sentence(language, httpError.key, httpError.values),
    errors: httpError.more.errors,
    server: httpError.more.server,
  };
}

/** Converts any error to the one that is sent. */
export function httpErrorOf(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof DatabaseError) {
    if (thrown.code === CONNECTION_LOST)
      return new HttpError(503, 'http.database-lost', {}, { headers: { 'retry-after': '2' } });
    if (thrown.code === DISK_FULL) return new HttpError(507, 'http.disk-full');
    if (thrown.code === QUERY_CANCELED) return new HttpError(503, 'http.too-slow');
    if (NO_TEXT.includes(thrown.code)) return new HttpError(422, 'http.no-text');
    return new HttpError(500, 'http.failed');
  }
  const { code, statusCode, message } = thrown as { code?: string; statusCode?: number; message?: string };
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code ?? '')) return new HttpError(507, 'http.disk-full');
  if (BROKEN_MULTIPART.test(message ?? '')) return new HttpError(400, 'http.broken-multipart');
  return new HttpError(statusCode ?? 500, FASTIFY_SENTENCES[code ?? ''] ?? sentenceOfStatus(statusCode));
}

/** Errors that Fastify and its multipart parser throw before a handler runs. */
const FASTIFY_SENTENCES: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'http.not-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'http.not-json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'http.media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'http.too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'http.not-json',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'http.not-multipart',
  FST_REQ_FILE_TOO_LARGE: 'http.too-large',
};

/** Messages of the multipart parser for an invalid or interrupted body. */
const BROKEN_MULTIPART =
  /^(Unexpected end of (multipart|file) data|Part terminated early|Multipart: Boundary not found|Malformed )/i;

function sentenceOfStatus(status: number | undefined): string {
  if (status === 413 || status === 414) return 'http.too-large';
  if (status === 415) return 'http.media-type';
  if (status === 404) return 'http.not-found';
  return status !== undefined && status >= 400 && status < 500 ? 'http.bad-request' : 'http.failed';
}
