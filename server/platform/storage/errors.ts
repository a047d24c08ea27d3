import { HttpError } from '../../base/http-error.ts';

/** The storage does not answer, or with errors; nothing was changed. */
export function storageUnavailable(cause: unknown): HttpError {
  return because(new HttpError(503, 'storage.unavailable', {}, { headers: { 'retry-after': '5' } }), cause);
}

export function storageFull(cause: unknown): HttpError {
  return because(new HttpError(507, 'storage.full'), cause);
}

/** A file in the database is missing in the storage: only a backup helps. */
export function contentMissing(cause: unknown): HttpError {
  return because(new HttpError(500, 'storage.missing'), cause);
}

/** For the server's log. */
function because(httpError: HttpError, cause: unknown): HttpError {
  httpError.cause = cause;
  return httpError;
}
