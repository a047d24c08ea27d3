import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { findPhotos, listPhotos } from '#core/protocol';
import { PhotoList } from './photo-list.ts';
import { photoOf } from './testing/photo-of.ts';

const PHOTOS = [
  photoOf('a'),
  photoOf('b', { takenAt: '2026-11-21T09:00:00Z', by: 'Bo', surveyId: 's' }),
  photoOf('c', { takenAt: null, position: null }),
];

interface Asked {
  readonly query: unknown;
  readonly signal: AbortSignal;
  answer(rows: readonly string[]): void;
  fail(): void;
}

async function opened() {
  const asked: Asked[] = [];
  const made$ = new Subject<never>();
  const call = async (
    spec: { id: string },
    { query }: { query?: unknown },
    { signal }: { signal: AbortSignal },
  ) => {
    if (spec.id === listPhotos.id) return { data: PHOTOS, total: 30_000 };
    if (spec.id !== findPhotos.id) return { data: [{ id: 's', name: 'Monday' }] };
    return new Promise((resolve, reject) => {
      asked.push({
        query,
        signal,
        answer: (rows) => resolve({ data: { top: [], bottom: rows.map((id) => photoOf(id)) } }),
        fail: () => reject(new Error('The server is asleep.')),
      });
    });
  };
  const list = new PhotoList({ call } as never, { made$ } as never);
  await list.open('p');
  return { list, asked };
}

describe('The photos of a project', () => {
  it('are filtered by day, person and survey; those without a time fit no day', async () => {
    const { list } = await opened();
    const ids = () => list.shown.map(({ id }) => id);
    expect([ids(), list.unplaced, list.total, list.people]).toEqual([
      ['a', 'b', 'c'],
      1,
      30_000,
      ['Ada', 'Bo'],
    ]);
    list.narrow({ from: '2026-11-21' });
    expect(ids()).toEqual(['b']);
    list.narrow({ from: '', to: '2026-11-20' });
    expect(ids()).toEqual(['a']);
    list.narrow({ to: '', by: 'Ada' });
    expect(ids()).toEqual(['a', 'c']);
    list.narrow({ by: '', surveyId: 's' });
    expect(ids()).toEqual(['b']);
  });

  it('of one object are loading, then found; another object aborts the one before, which says nothing', async () => {
    const { list, asked } = await opened();
    const first = list.find({ geometryId: 'g' });
    expect(list.rowsState).toBe('loading');
    const second = list.find({ at: [12.5, 41.9] });
    expect([asked[0]!.signal.aborted, asked[1]!.query]).toEqual([true, { lon: 12.5, lat: 41.9 }]);
    asked[0]!.fail();
    asked[1]!.answer(['b']);
    await Promise.all([first, second]);
    expect([list.rowsState, list.rows.bottom.map(({ id }) => id), list.rowsError]).toEqual([
      'success',
      ['b'],
      undefined,
    ]);
  });

  it('of one object say why they were not found', async () => {
    const { list, asked } = await opened();
    const finding = list.find({ geometryId: 'g' });
    asked[0]!.fail();
    await finding;
    expect([list.rowsState, list.rowsError]).toEqual(['fail', 'The server is asleep.']);
    list.forgetPlace();
    expect(list.rowsState).toBe('none');
  });
});
