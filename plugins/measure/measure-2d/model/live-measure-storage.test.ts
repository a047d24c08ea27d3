import { BehaviorSubject, NEVER, Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { Api, Live } from '#core/api';
import { AppError } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { listMeasures, type StoredMeasure, type LiveEvents, type Position } from '#core/protocol';
import { flatRecords } from './flat-records.ts';
import { LiveMeasureStorage } from './live-measure-storage.ts';
import { Measures } from './measures.ts';

const A: Position = [12.5, 42.6];
const B: Position = [12.501, 42.6];
const OTHERS: StoredMeasure = {
  id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c01',
  kind: 'distance',
  vertices: [[12, 42], [12.1, 42]], // prettier-ignore
  basis: { kind: 'ground', height: 300 },
};

/** The server with its versions. `meanwhile` is called once before the next write. */
function server(stored: StoredMeasure[] = []) {
  const state = {
    stored,
    version: stored.length > 0 ? 1 : 0,
    writes: 0,
    beforeWrite: undefined as (() => void) | undefined,
    /** Errors of the next reads. */
    readErrors: [] as AppError[],
  };
  const call = (made: unknown, { body, ifMatch }: { body?: StoredMeasure[]; ifMatch?: string }) => {
    if (made === listMeasures) {
      const error = state.readErrors.shift();
      return error ? Promise.reject(error) : Promise.resolve({ data: state.stored, version: state.version });
    }
    const { beforeWrite } = state;
    state.beforeWrite = undefined;
    beforeWrite?.();
    if (ifMatch !== String(state.version))
      return Promise.reject(new AppError('http', 'It was changed since.', { status: 412 }));
    Object.assign(state, { stored: body, version: state.version + 1, writes: state.writes + 1 });
    return Promise.resolve({ data: state.stored, version: state.version });
  };
  return { state, api: { call } as unknown as Pick<Api, 'call'> };
}

async function keeping(stored: StoredMeasure[] = [], mayKeep = true) {
  const { state, api } = server(stored);
  const measures = new Measures();
  const current$ = new BehaviorSubject<OpenProject | undefined>({ project: { id: 'a' } } as OpenProject);
  const failures: unknown[] = [];
  // Never by itself: the tests flush.
  const told$ = new Subject<LiveEvents['measures']>();
  const live = { on: (event: string) => (event === 'measures' ? told$ : NEVER) } as unknown as Pick<
    Live,
    'on'
  >;
  /** As reported by the server when someone else changed the state. */
  const others = (theirs: StoredMeasure[]) => {
    Object.assign(state, { stored: theirs, version: state.version + 1 });
    told$.next({ projectId: 'a', version: state.version });
  };
  const keep = new LiveMeasureStorage(measures, flatRecords, api, { current$ }, live, () => mayKeep, (thrown) => failures.push(thrown), 1e6); // prettier-ignore
  await expect.poll(() => measures.list).toHaveLength(stored.length);
  return { measures, keep, state, current$, failures, others };
}

describe('Measurements stored with a project', () => {
  it('are on the map when it opens, and are not written again', async () => {
    const { measures, keep, state } = await keeping([OTHERS]);
    expect(measures.list).toMatchObject([{ id: OTHERS.id, stored: true, vertices: OTHERS.vertices }]);
    await keep.flush();
    expect(state.writes).toBe(0);
  });

  it('are loaded later when the server does not answer in time', async () => {
    const { measures, state, current$, failures } = await keeping();
    Object.assign(state, { stored: [OTHERS], version: 1 });
    state.readErrors.push(new AppError('http', 'The server took too long.'));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      current$.next({ project: { id: 'b' } } as OpenProject);
      await vi.waitFor(() => expect(failures).toHaveLength(1));
      expect(measures.list).toEqual([]);
      await vi.advanceTimersByTimeAsync(10_000);
      await vi.waitFor(() => expect(measures.list).toMatchObject([{ id: OTHERS.id }]));
      state.readErrors.push(new AppError('http', 'Not allowed.', { status: 403 }));
      current$.next({ project: { id: 'c' } } as OpenProject);
      await vi.waitFor(() => expect(failures).toHaveLength(2));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('include the line of a chainage', async () => {
    const { measures, keep, state, others } = await keeping();
    measures.chooseLine({ typeName: 'road', vertices: [A, B] });
    const { id } = measures.add('chainage', [A], false);
    keep.keep(id, true);
    await keep.flush();
    const line = { typeName: 'road', vertices: [A, B] };
    const record: StoredMeasure = { id, kind: 'chainage', vertices: [A], basis: { kind: 'geodesic' }, line };
    expect(state.stored).toEqual([record]);
    others([{ ...record, id: OTHERS.id }]);
    await expect.poll(() => measures.list).toMatchObject([{ id: OTHERS.id, kind: 'chainage', line }]);
  });

  it('are written when set to be stored, and when they change', async () => {
    const { measures, keep, state } = await keeping([OTHERS]);
    const { id } = measures.add('distance', [A, B], false);
    await keep.flush();
    expect(state.stored).toEqual([OTHERS]);
    keep.keep(id, true);
    await keep.flush();
    expect(state.stored).toEqual([
      OTHERS,
      { id, kind: 'distance', vertices: [A, B], basis: { kind: 'geodesic' } },
    ]);
    measures.reshape(id, [A, [12.6, 42.6]]);
    measures.reshape(id, [A, [12.7, 42.6]]);
    await keep.flush();
    expect(state.stored[1]!.vertices).toEqual([A, [12.7, 42.6]]);
    expect(state.writes).toBe(2);
  });

  it('stay when a bubble is only moved or closed, and when all measurements are removed', async () => {
    const { measures, keep, state } = await keeping([OTHERS]);
    measures.dragBubble(OTHERS.id, [5, 5]);
    measures.takeAs({ kind: 'ground', height: 900 });
    measures.clear();
    expect(measures.list).toHaveLength(1);
    measures.remove(OTHERS.id);
    await keep.flush();
    expect(state.stored).toEqual([OTHERS]);
  });

  it('are removed from the project when no longer stored', async () => {
    const { measures, keep, state } = await keeping([OTHERS]);
    keep.keep(OTHERS.id, false);
    await keep.flush();
    expect(state.stored).toEqual([]);
    expect(measures.list).toMatchObject([{ id: OTHERS.id, stored: false }]);
  });

  it('are merged with what someone else stored at the same moment', async () => {
    const { measures, keep, state } = await keeping();
    const { id } = measures.add('coordinates', [A], false);
    keep.keep(id, true);
    state.beforeWrite = () => void Object.assign(state, { stored: [OTHERS], version: 1 });
    await keep.flush();
    expect(state.stored.map((one) => one.id)).toEqual([OTHERS.id, id]);
  });

  it('are written before another project opens, which has its own', async () => {
    const { measures, keep, state, current$ } = await keeping();
    keep.keep(measures.add('coordinates', [A], false).id, true);
    current$.next(undefined);
    await expect.poll(() => state.stored.length).toBe(1);
  });

  it('can be changed only locally without write access', async () => {
    const { measures, keep, state, failures } = await keeping([OTHERS], false);
    measures.reshape(OTHERS.id, [A, B]);
    await keep.flush();
    expect([state.writes, failures]).toEqual([0, []]);
  });

  it('follow additions, changes and removals by others, without being written back', async () => {
    const { measures, keep, state, others } = await keeping();
    const own = measures.add('coordinates', [A], false);
    others([OTHERS]);
    await expect.poll(() => measures.list.map(({ id }) => id)).toEqual([own.id, OTHERS.id]);
    measures.dragBubble(OTHERS.id, [5, 5]);
    others([{ ...OTHERS, vertices: [A, B] }]); // prettier-ignore
    await expect.poll(() => measures.list[1]?.vertices).toEqual([A, B]);
    expect(measures.list[1]).toMatchObject({ stored: true, offset: [5, 5] });
    others([]);
    await expect.poll(() => measures.list).toEqual([own]);
    await keep.flush();
    expect(state.writes).toBe(0);
  });

  it('keep one’s own unsent changes, and keep a closed bubble closed', async () => {
    const second = { ...OTHERS, id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c03' };
    const { measures, keep, state, others } = await keeping([OTHERS, second]);
    measures.reshape(OTHERS.id, [A, B]);
    measures.remove(second.id);
    const third = { ...OTHERS, id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c04' };
    others([{ ...OTHERS, basis: { kind: 'geodesic' } }, second, third]);
    await expect.poll(() => measures.list.map(({ id }) => id)).toEqual([OTHERS.id, third.id]);
    expect(measures.list[0]).toMatchObject({ vertices: [A, B], basis: OTHERS.basis });
    await keep.flush();
    expect(state.stored.map(({ vertices }) => vertices)).toEqual([second.vertices, third.vertices, [A, B]]);
  });

  it('report when they cannot be stored, and are sent with the next change', async () => {
    const { measures, keep, state, failures } = await keeping();
    const { id } = measures.add('coordinates', [A], false);
    state.beforeWrite = () => {
      throw new AppError('offline', 'The server cannot be reached.');
    };
    keep.keep(id, true);
    await keep.flush();
    expect(failures).toHaveLength(1);
    measures.reshape(id, [B]);
    await keep.flush();
    expect(state.stored.map(({ vertices }) => vertices)).toEqual([[B]]);
  });
});
