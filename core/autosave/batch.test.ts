import { describe, expect, it } from 'vitest';
import { MAX_VERTICES, nextBatch } from './batch.ts';
import type { QueueEntry } from './entry.ts';
import { objectOf } from './testing/device.ts';

const entry = (id: string, more: Partial<QueueEntry> = {}): QueueEntry => ({
  id,
  after: objectOf(id, 1),
  base: undefined,
  version: undefined,
  ...more,
});
/** A line that fills a request. */
const long = (id: string) =>
  entry(id, {
    after: {
      ...objectOf(id, 1),
      location: { type: 'LineString', coordinates: Array.from({ length: MAX_VERTICES }, () => [9, 45]) },
    },
  });
const idsOf = (entries: Iterable<QueueEntry>, max?: number) => nextBatch(entries, max).map(({ id }) => id);

describe('A batch of changes', () => {
  it('has the first changes, without conflicts and refusals', () => {
    const refused = entry('b', { trouble: { kind: 'refused', detail: 'no' } });
    expect(idsOf([entry('a'), refused, entry('c'), entry('d')], 2)).toEqual(['a', 'c']);
  });

  it('has a limited number of vertices, but always one change', () => {
    expect(idsOf([entry('a'), long('b'), entry('c')])).toEqual(['a']);
    expect(idsOf([long('b'), entry('c')])).toEqual(['b']);
  });

  it('sends an unanswered attempt again, and otherwise a new one', () => {
    const attempt = { clientId: 'x', after: undefined, version: 3 };
    const [again, created, updated] = nextBatch([
      entry('a', { attempt }),
      entry('b'),
      entry('c', { version: 4 }),
    ]);
    expect(again!.attempt).toEqual(attempt);
    expect(created!.attempt.clientId).toBe('b');
    expect(updated!.attempt).toMatchObject({ version: 4, after: updated!.after });
    expect(updated!.attempt.clientId).not.toBe('c');
  });
});
