import { beforeAll, describe, expect, it } from 'vitest';
import { heightsOf, loadCrs, placingOf as transformOf, UNMOVED } from '#core/geodesy';
import type { Pointcloud } from '#core/protocol';
import { CloudFrame } from './frame.ts';
import { placedOf, placingAcross, placingOf } from './placing.ts';
import type { Triple } from './points.ts';

const octree = (georeference: Partial<Pointcloud['georeference']>, crs = 'EPSG:32633'): Pointcloud =>
  ({
    id: 'c',
    header: { format: 'las' },
    octree: '/pointcloud/c/octree/1/metadata.json',
    crs,
    viewCrs: crs,
    metresPerUnit: 1,
    metresPerHeightUnit: 1,
    georeference: { transform: UNMOVED, unit: 1, heightUnit: 1, verticalCrs: null, ...georeference },
  }) as Pointcloud;

const frame = (crs: string) => new CloudFrame({ crs, unit: 1, heightUnit: 1, crsUnits: 1 });
const BOX = { min: [500_000, 4_500_000, 0], max: [500_500, 4_500_300, 40] } as const;
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i): Triple => [
  BOX[i & 1 ? 'max' : 'min'][0],
  BOX[i & 2 ? 'max' : 'min'][1],
  BOX[i & 4 ? 'max' : 'min'][2],
]);

beforeAll(() => loadCrs('EPSG:32633', 'EPSG:32632', 'EPSG:3004'));

describe('the place of a cloud', () => {
  it('is that of its record, in metres', () => {
    const turned = { from: [0, 0, 0], to: [10, 20, 30], turn: [90, 0, 0], scale: [1, 1, 1] } as const;
    const transform = structuredClone(turned) as unknown as typeof UNMOVED;
    const { drawn, error, toView } = placingOf(octree({ transform }));
    expect([error, toView([1, 0, 0]), drawn.toMap([0, 1, 0])]).toEqual([0, [10, 21, 30], [9, 20, 30]]);
    // To a CRS in US survey feet: the octree is viewed in metres.
    const foot = 1200 / 3937;
    const toFeet = { ...UNMOVED, scale: [1 / foot, 1 / foot, 1] as [number, number, number] };
    expect(placedOf(octree({ transform: toFeet, unit: foot })).isUnmoved).toBe(true);
  });

  it('in another CRS is exact, and drawn within what is stated', () => {
    const [own, view] = [frame('EPSG:32633'), frame('EPSG:32632')];
    const cloud = octree({});
    const { drawn, error, toView } = placingAcross(cloud, own, view, BOX);
    for (const corner of corners) {
      const exact = view.toCloud(own.fromCloud(corner));
      expect(toView(corner)).toEqual(exact);
      const shown = drawn.toMap(corner);
      const apart = Math.hypot(...exact.map((value, i) => value - shown[i]!));
      expect(apart).toBeLessThanOrEqual(error);
    }
    // Half a kilometre at 12° E, 3° beside the meridian of zone 32: the scale changes by x/R² = 6.2e-9 a metre.
    expect(error).toBeGreaterThan(1e-5);
    expect(error).toBeLessThan(0.002);
  });

  it('with heights above the geoid goes through the ellipsoid, and back', async () => {
    const heights = await heightsOf('EPSG:5773', [15, 40.6, 15, 40.6]);
    const own = new CloudFrame({ crs: 'EPSG:32633', unit: 1, heightUnit: 1, crsUnits: 1, heights });
    const place = own.fromCloud([500_000, 4_500_000, 100]);
    expect(place[2]).toBeCloseTo(100 + heights.toEllipsoid(place[0], place[1], 0), 9);
    expect(own.toCloud(place)[2]).toBeCloseTo(100, 9);
    const { toView, error } = placingAcross(octree({}), own, frame('EPSG:32633'), BOX);
    expect(toView([500_000, 4_500_000, 100])[2]).toBeCloseTo(place[2]!, 9);
    // The geoid is bent by millimetres over half a kilometre.
    expect(error).toBeLessThan(0.01);
  });

  it('is undone by its inverse', () => {
    const transform = { from: [1, 2, 3], to: [5e5, 4.5e6, 7], turn: [12, 3, -4], scale: [1.1, 1.1, 1.1] };
    const { toLocal, toMap } = transformOf(transform as unknown as typeof UNMOVED);
    for (const [axis, value] of toLocal(toMap([10, 20, 30])).entries())
      expect(value).toBeCloseTo([10, 20, 30][axis]!, 7);
  });
});
