import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, sentence } from '../../base/language.ts';
import { httpErrorOf } from '../../http/problem.ts';
import { HttpError } from '../../base/http-error.ts';
import { WFS_2_0, type WfsVersion } from './dialect.ts';
import { escaped } from './xml.ts';

export type ExceptionCode =
  | 'OperationNotSupported'
  | 'MissingParameterValue'
  | 'InvalidParameterValue'
  | 'VersionNegotiationFailed'
  | 'OptionNotSupported'
  | 'OperationParsingFailed'
  | 'OperationProcessingFailed'
  | 'NotFound'
  | 'NoApplicableCode';

/** An error with an OGC exception code and locator. */
export class WfsError extends HttpError {
  constructor(
    readonly code: ExceptionCode,
    readonly locator: string,
    key: string,
    values: Record<string, string | number> = {},
    status = code === 'NotFound' ? 404 : code === 'OperationNotSupported' ? 501 : 400,
  ) {
    super(status, key, values);
  }
}

/** Sets the locator of errors thrown by `work`. */
export async function about<T>(locator: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof WfsError || !(thrown instanceof HttpError) || thrown.status !== 400) throw thrown;
    throw new WfsError('InvalidParameterValue', locator, thrown.key, thrown.values);
  }
}

/** Names the action of a transaction in errors thrown by `work`. */
export async function duringAction<T>(handle: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof WfsError || !(thrown instanceof HttpError)) throw thrown;
    const { key, values, status } = thrown;
    throw new WfsError('OperationProcessingFailed', handle.slice(0, 60), key, values, status);
  }
}

/** Sends an exception report of the version. */
export function sendException(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  dialect: WfsVersion = WFS_2_0,
): FastifyReply {
  const httpError = httpErrorOf(thrown);
  if (httpError.status >= 500 && httpError.status !== 501)
    request.log.error({ err: thrown }, 'request failed');
  const language = languageOf(request);
  const text = escaped(sentence(language, httpError.key, httpError.values));
  const { code, locator } =
    httpError instanceof WfsError ? httpError : { code: defaultCode(httpError.status), locator: '' };
  const place = locator ? ` locator="${escaped(locator)}"` : '';
  const report =
    dialect.version === '1.0.0'
      ? `<ServiceExceptionReport version="1.2.0" xmlns="${dialect.ows}"><ServiceException code="${code}"${place}>${text}</ServiceException></ServiceExceptionReport>`
      : `<ows:ExceptionReport xmlns:ows="${dialect.ows}" version="${dialect.version}" xml:lang="${language}"><ows:Exception exceptionCode="${code}"${place}><ows:ExceptionText>${text}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`;
  void reply.headers({ ...httpError.more.headers, 'cache-control': 'no-store' });
  return reply
    .code(httpError.status)
    .type('application/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?>${report}`);
}

function defaultCode(status: number): ExceptionCode {
  if (status === 404) return 'NotFound';
  return status < 500 && status !== 401 && status !== 403 ? 'OperationProcessingFailed' : 'NoApplicableCode';
}
