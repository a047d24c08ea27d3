import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language, Problem } from '#core/protocol';
import { DatabaseError, DISK_FULL, ENGINE_LOST, NO_TEXT, QUERY_CANCELED } from '../platform/db/errors.ts';
import { Precomposed } from '../base/precomposed.ts';
import { languageOf, sentence } from '../base/language.ts';
import { Refusal } from '../base/refusal.ts';

/** Answers any error with problem+json in the person's language, without internal details. */
export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(thrown);
  if (refusal.status >= 500) request.log.error({ err: thrown }, 'request failed');
  void reply.headers({ ...refusal.more.headers, 'cache-control': 'no-store' });
  const { body } = refusal.more;
  if (body !== undefined)
    return reply
      .code(refusal.status)
      .type('application/json; charset=utf-8')
      .send(body instanceof Precomposed ? body.json : JSON.stringify(body));
  return reply
    .code(refusal.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(refusal, languageOf(request))));
}

export function problemOf(refusal: Refusal, language: Language): Problem {
  return {
    type: `urn:groma:problem:${refusal.key}`,
    title: STATUS_CODES[refusal.status] ?? 'Error',
    status: refusal.status,
    detail: sentence(language, refusal.key, refusal.values),
    errors: refusal.more.errors,
  };
}

/** Converts any error to the one that is sent. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof DatabaseError) {
    if (thrown.code === ENGINE_LOST)
      return new Refusal(503, 'http.database-lost', {}, { headers: { 'retry-after': '2' } });
    if (thrown.code === DISK_FULL) return new Refusal(507, 'http.disk-full');
    if (thrown.code === QUERY_CANCELED) return new Refusal(503, 'http.too-slow');
    if (NO_TEXT.includes(thrown.code)) return new Refusal(422, 'http.no-text');
    return new Refusal(500, 'http.failed');
  }
  const { code, statusCode, message } = thrown as { code?: string; statusCode?: number; message?: string };
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code ?? '')) return new Refusal(507, 'http.disk-full');
  if (BROKEN_MULTIPART.test(message ?? '')) return new Refusal(400, 'http.broken-multipart');
  return new Refusal(statusCode ?? 500, FASTIFY_SENTENCES[code ?? ''] ?? sentenceOfStatus(statusCode));
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
