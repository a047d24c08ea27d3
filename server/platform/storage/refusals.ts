import { Refusal } from '../../base/refusal.ts';

/** The storage does not answer, or with errors; nothing was changed. */
export function storageUnavailable(cause: unknown): Refusal {
  return because(new Refusal(503, 'storage.unavailable', {}, { headers: { 'retry-after': '5' } }), cause);
}

export function storageFull(cause: unknown): Refusal {
  return because(new Refusal(507, 'storage.full'), cause);
}

/** A file in the database is missing in the storage: only a backup helps. */
export function contentMissing(cause: unknown): Refusal {
  return because(new Refusal(500, 'storage.missing'), cause);
}

/** For the server's log. */
function because(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause;
  return refusal;
}
