import { newUuid } from '#core/kernel';
import { attempted, vertexCount, type Attempt, type QueueEntry } from './entry.ts';

/** Most changes in one request. */
export const MAX_CHANGES = 500;
/** Most vertices in one request; a larger change is sent alone. */
export const MAX_VERTICES = 100_000;

/** An entry that is being sent. */
export type SentEntry = QueueEntry & { attempt: Attempt };

/** Returns what one request sends: the first entries without a conflict or refusal, within the limits. */
export function nextBatch(entries: Iterable<QueueEntry>, maxChanges = MAX_CHANGES): SentEntry[] {
  const batch: SentEntry[] = [];
  let vertices = 0;
  for (const entry of entries) {
    if (entry.trouble) continue;
    vertices += vertexCount(entry);
    if (batch.length > 0 && (vertices > MAX_VERTICES || batch.length >= maxChanges)) break;
    batch.push(attempted(entry, newUuid));
  }
  return batch;
}
