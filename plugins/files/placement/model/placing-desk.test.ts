import { BehaviorSubject } from 'rxjs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadCrs, UNMOVED } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Georeference, GeoreferencedBox } from '#core/protocol';
import type { Placeables } from '../api.ts';
import { movedTo, turnedTo, typed } from './draft.ts';
import { PlacingDesk } from './placing-desk.ts';

const SAVED: GeoreferencedBox = {
  crs: 'EPSG:32633',
  verticalCrs: null,
  transform: UNMOVED,
  found: 'file',
  note: null,
  fit: null,
  unit: 1,
  heightUnit: 1,
  version: 0,
  at: null,
  by: null,
  box: { min: [500_000, 4_500_000, 10], max: [500_100, 4_500_050, 30] },
};
const MIDDLE = [500_050, 4_500_025, 20];

beforeAll(() => loadCrs('EPSG:32633'));

async function opened(save: Placeables['save'] = vi.fn()) {
  const preview = vi.fn<NonNullable<Placeables['preview']>>();
  const source: Placeables = {
    list$: new BehaviorSubject([{ id: 'c', name: 'Hall' }]),
    read: () => Promise.resolve(SAVED),
    versions: () => Promise.resolve([SAVED]),
    save,
    mayPlace: true,
    preview,
  };
  const call = () => Promise.resolve({ data: [] });
  const desk = new PlacingDesk({ call, bytes: call } as never);
  desk.follow([source]);
  await desk.open('c');
  await vi.waitFor(() => expect(desk.isReady).toBe(true));
  return { desk, preview };
}

describe('what is placed', () => {
  it('is turned about its middle, of which the numbers are', async () => {
    const { desk } = await opened();
    expect(desk.draft!.transform).toMatchObject({ from: MIDDLE, to: MIDDLE });
    expect(desk.isChanged).toBe(false);
    desk.change(turnedTo(desk.draft!, 90));
    expect(desk.draft!.transform).toMatchObject({ to: MIDDLE, turn: [90, 0, 0] });
    const { below } = desk.outline!;
    // The south-west corner, 50 m to the west and 25 m to the south of the middle, lies to the south-east of it now.
    const [east, north] = desk.fromPosition(below[0]!)!;
    expect([Math.round(east * 1000) / 1000, Math.round(north * 1000) / 1000]).toEqual([500_075, 4_499_975]);
  });

  it('is shown where it would be, until it is closed, and undone step by step', async () => {
    const { desk, preview } = await opened();
    desk.change(movedTo(desk.draft!, [500_150, 4_500_025]));
    desk.change(typed(desk.draft!, { turn: [10, 0, 0] }));
    expect(preview.mock.lastCall![1]).toMatchObject({ found: 'typed', transform: { turn: [10, 0, 0] } });
    expect(desk.undo()).toBe(true);
    expect(desk.draft).toMatchObject({ found: 'dragged', transform: { turn: [0, 0, 0] } });
    expect(desk.undo()).toBe(true);
    expect([desk.isChanged, desk.undo(), preview.mock.lastCall![1]]).toEqual([false, false, undefined]);
    desk.change(turnedTo(desk.draft!, 5));
    desk.close();
    expect(preview.mock.lastCall).toEqual(['c', undefined]);
  });

  it('is fitted to control points as they are given, and keeps its place while there are too few', async () => {
    const { desk } = await opened();
    const point = (name: string, x: number, y: number) => ({
      name,
      local: [500_000 + x, 4_500_000 + y, 10] as [number, number, number],
      map: [600_000 - y, 4_600_000 + x, 17] as [number, number, number],
      use: 'both' as const,
    });
    desk.setPoints([point('A', 0, 0)]);
    expect(desk.fit).toEqual({ fault: 'too-few', plan: 2, height: 1 });
    expect(desk.draft!.transform.to).toEqual(MIDDLE);
    desk.setPoints([point('A', 0, 0), point('B', 100, 0), point('C', 0, 50)]);
    expect(desk.draft).toMatchObject({ found: 'control-points' });
    expect(desk.draft!.transform.turn[0]).toBeCloseTo(90, 9);
    desk.want({ index: 2, side: 'map' });
    desk.give([599_950, 4_600_000.3, 17]);
    expect(desk.wanted).toBeUndefined();
    expect(Math.max(...desk.residuals.map(({ plan }) => plan))).toBeGreaterThan(0.05);
  });

  it('says when somebody else was faster, and stays as it is', async () => {
    const stale = new AppError('http', 'Somebody else has changed it.', { status: 412 });
    const save = vi.fn<(id: string, place: Georeference, version: number) => Promise<never>>();
    save.mockRejectedValue(stale);
    const { desk } = await opened(save);
    desk.change(turnedTo(desk.draft!, 30));
    expect(await desk.save()).toBe(false);
    expect(save).toHaveBeenCalledWith('c', expect.objectContaining({ found: 'dragged', fit: null }), 0);
    expect([desk.failure, desk.draft!.transform.turn[0], desk.isSaving]).toEqual([stale, 30, false]);
  });
});
