import { Refusal } from '../../base/refusal.ts';

/** The storage does not answer, or not as it should; nothing was changed. */
export function storageUnavailable(cause: unknown): Refusal {
  return because(new Refusal(503, 'storage.unavailable', {}, { headers: { 'retry-after': '5' } }), cause);
}

export function storageFull(cause: unknown): Refusal {
  return because(new Refusal(507, 'storage.full'), cause);
}

/** The program knows of a file that the storage does not have: only a backup brings it back. */
export function contentMissing(cause: unknown): Refusal {
  return because(new Refusal(500, 'storage.missing'), cause);
}

/** For the server's log. */
function because(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause;
  return refusal;
}
