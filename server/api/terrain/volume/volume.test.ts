import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { direct, geoidHeight, loadGeoid, loadProjections, unproject } from '#core/geodesy';
import { geotiff, type TestDem } from '../../../testing/geotiff.ts';
import type { SurfaceSource } from './open-surface.ts';
import { areaWithin, type OutlineRings } from './outline.ts';
import { volumeOf, type BasePlane } from './volume.ts';

await Promise.all([loadProjections(), loadGeoid()]);

const EAST = 290_000;
const NORTH = 4_640_000;
/** Metres right and down from the north-west corner of the models in UTM 33N. */
const at = (right: number, down: number): [number, number] => {
  const [longitude, latitude] = unproject('EPSG:32633', [EAST + right, NORTH - down]);
  return [longitude, latitude];
};
const rectangle = (left: number, top: number, right: number, bottom: number) => [
  at(left, top),
  at(right, top),
  at(right, bottom),
  at(left, bottom),
];
const level = (height: number): BasePlane => ({ at: [12, 42, height], east: 0, north: 0 });
const METRE: TestDem = {
  width: 600,
  height: 400,
  projected: 32_633,
  origin: [EAST, NORTH],
  step: [1, 1],
  tile: 128,
  deflate: true,
  value: () => 107.25,
};

describe('the volume over all cells', () => {
  let folder: string;
  let files = 0;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'volume-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const model = async (dem: TestDem, more: Partial<SurfaceSource> = {}): Promise<SurfaceSource> => {
    const file = path.join(folder, `${files++}.tif`);
    await writeFile(file, geotiff(dem));
    const crs = `EPSG:${dem.projected ?? dem.geographic}`;
    const resolution = dem.geographic ? 30 : (dem.step?.[0] ?? 1);
    return { kind: 'model', file, crs, heights: 'ellipsoid', resolution, ...more } as SurfaceSource;
  };
  const volume = async (outline: OutlineRings, surface: SurfaceSource, base: BasePlane | SurfaceSource) =>
    volumeOf({ outline, surface, base, grids: { offers: [], files: {} } });

  it('adds up the cells of a pit of 15 hectares', async () => {
    // A pit of 500 m by 300 m in whole cells, as deep as a polynomial of the cell's numbers.
    const depth = (column: number, row: number) => ((column * 7 + row * 3) % 64) / 4;
    const value = (column: number, row: number) =>
      column >= 50 && column < 550 && row >= 50 && row < 350 ? 100 - depth(column, row) : 100;
    let deep = 0;
    for (let row = 50; row < 350; row++)
      for (let column = 50; column < 550; column++) deep += depth(column, row);
    const outline = [rectangle(50, 50, 550, 350)];
    const { above, below, known, cells, cutSquares } = await volume(
      outline,
      await model({ ...METRE, value }),
      level(100),
    );
    // A cell of UTM as a geodesic area.
    const square = areaWithin(outline) / 150_000;
    expect(above).toBeCloseTo(0, 6);
    expect(below / (deep * square) - 1).toBeCloseTo(0, 6);
    expect(known / 150_000 / square - 1).toBeCloseTo(0, 7);
    expect(Math.abs(cells - 150_000)).toBeLessThan(2_000);
    expect(Math.sqrt(cutSquares)).toBeLessThan(1);
  });

  it('clips the cells at the edge exactly, in rotated, geographic and rectangular cells', async () => {
    const turn = (30 * Math.PI) / 180;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const rotated: TestDem = {
      ...METRE,
      origin: undefined,
      step: undefined,
      transformation: [2 * c, s, EAST, -2 * s, c, NORTH],
    };
    const second = 1 / 3600;
    const north: TestDem = {
      ...METRE,
      projected: undefined,
      geographic: 4326,
      origin: [24, 61],
      step: [2 * second, second],
    };
    const flipped: TestDem = {
      ...METRE,
      origin: undefined,
      step: undefined,
      transformation: [3, 0, EAST, 0, 1, NORTH],
    };
    const cases: [TestDem, [number, number], number][] = [
      [rotated, at(300, -60), 90],
      [north, [24.1, 60.95], 2_500],
      [flipped, at(700, -200), 140],
    ];
    for (const [dem, middle, reach] of cases) {
      // A star of eleven vertices, not aligned with anything.
      const star = Array.from({ length: 11 }, (_, n) =>
        direct(middle, n * 32.7 + 5, n % 2 ? reach : reach * 0.55),
      );
      const { above, below, unknown, area } = await volume([star], await model(dem), level(100));
      expect(above / (7.25 * area) - 1).toBeCloseTo(0, 7);
      expect([below, unknown]).toEqual([0, 0]);
    }
  });

  it('leaves out holes', async () => {
    const [outer, hole] = [
      rectangle(20.3, 30.7, 520.1, 340.9),
      rectangle(100.5, 80.2, 305.4, 190.6).reverse(),
    ];
    const { above, area } = await volume([outer, hole], await model(METRE), level(100));
    expect(area).toBeCloseTo(areaWithin([outer]) - areaWithin([hole]), 6);
    expect(above / (7.25 * area) - 1).toBeCloseTo(0, 7);
  });

  it('divides cells along a sloping base: half of a wedge is cut, half is fill', async () => {
    // 400 m by 200 m, the base through its middle rising 0.3 m a metre: over half of it, on average 0.3 · 200 / 2.
    const outline = [rectangle(100, 100, 500, 300)];
    const base: BasePlane = { at: [...at(300, 200), 107.25], east: 0.3, north: 0 };
    const turned = await volume(outline, await model(METRE), base);
    const wedge = (turned.area / 2) * 0.3 * 100;
    // The base rises to true east, not to grid east: the line through the middle still halves the rectangle.
    expect(turned.above / turned.below - 1).toBeCloseTo(0, 5);
    // The wedge of a plane rotated by t over a rectangle a × b: a·cos t + (b·sin t)² / (3·a·cos t) instead of a.
    const t = (Math.asin(Math.abs(slant())) * 180) / Math.PI;
    const [a, b] = [400 * Math.cos((t * Math.PI) / 180), 200 * Math.sin((t * Math.PI) / 180)];
    expect(turned.above / (wedge * ((a + (b * b) / (3 * a)) / 400)) - 1).toBeCloseTo(0, 3);
  });

  it('comes as close to a cone as its cells do', async () => {
    const cone = (column: number, row: number) =>
      100 + Math.max(0, 20 - 0.2 * Math.hypot(column + 0.5 - 300, row + 0.5 - 200));
    const ring = Array.from({ length: 360 }, (_, n) =>
      at(300 + 110 * Math.cos((n * Math.PI) / 180), 200 + 110 * Math.sin((n * Math.PI) / 180)),
    );
    const { above, area } = await volume([ring], await model({ ...METRE, value: cone }), level(100));
    // π r² h / 3 on the grid; the outline's area tells the scale: a polygon of 360 sides of radius 110 m.
    const scale = area / (180 * 110 ** 2 * Math.sin((2 * Math.PI) / 360));
    expect(above / (((Math.PI * 100 ** 2 * 20) / 3) * scale) - 1).toBeCloseTo(0, 4);
  });

  it('is the same against a level terrain of other cells as against a plane', async () => {
    const hills = (column: number, row: number) => 107 + 5 * Math.sin(column / 9) + 4 * Math.cos(row / 7);
    const surface = await model({ ...METRE, value: hills });
    const turn = (25 * Math.PI) / 180;
    const [c, s] = [1.7 * Math.cos(turn), 1.7 * Math.sin(turn)];
    const other = await model({
      ...METRE,
      origin: undefined,
      step: undefined,
      transformation: [c, s, EAST - 150, s, -c, NORTH],
      value: () => 107,
    });
    const outline = [[at(200.2, 120.5), at(330.4, 110.1), at(290.8, 170.6), at(215.5, 180.3)]];
    const plane = await volume(outline, surface, level(107));
    const terrain = await volume(outline, surface, other);
    expect(plane.above).toBeGreaterThan(10_000);
    expect(terrain.above / plane.above - 1).toBeCloseTo(0, 6);
    expect(terrain.below / plane.below - 1).toBeCloseTo(0, 6);
    expect(terrain.cutSquares / plane.cutSquares - 1).toBeCloseTo(0, 6);
  });

  it('takes what each two cells of two terrains share', async () => {
    // Stripes of 1 m at 100 and 104 m, and of 1 m at 101 and 103 m, shifted by a quarter of a cell. In 2 m there are,
    // above and below: 0.75 m of 100 − 101 and 0.25 m of 100 − 103; 0.75 m of 104 − 103 and 0.25 m of 104 − 101.
    const surface = await model({ ...METRE, value: (column) => (column % 2 ? 104 : 100) });
    const other = await model({
      ...METRE,
      origin: [EAST + 0.25, NORTH],
      value: (column) => (column % 2 ? 103 : 101),
    });
    const { above, below, area } = await volume([rectangle(100, 100, 200, 150)], surface, other);
    expect(above / (area * ((0.75 * 1 + 0.25 * 3) / 2)) - 1).toBeCloseTo(0, 5);
    expect(below / (area * ((0.75 * 1 + 0.25 * 3) / 2)) - 1).toBeCloseTo(0, 5);
  });

  it('converts heights above sea level, and tells what has none', async () => {
    const gap = (column: number) => (column >= 200 && column < 300 ? -9999 : 50);
    const surface = await model({ ...METRE, value: gap, missing: '-9999' }, { heights: 'egm96' });
    const outline = [rectangle(100, 100, 700, 200)];
    const { above, known, unknown, area } = await volume(outline, surface, level(50));
    // 500 m of 600 m are on the model, 400 m of them with heights.
    expect(known / area).toBeCloseTo(400 / 600, 6);
    expect(unknown / area).toBeCloseTo(100 / 600, 6);
    const middle = geoidHeight(...at(350, 150));
    expect(above / known).toBeCloseTo(middle, 1);
  });

  it('refuses an outline that crosses itself', async () => {
    const [a, b, c, d] = rectangle(100, 100, 200, 200) as [
      [number, number],
      [number, number],
      [number, number],
      [number, number],
    ];
    await expect(volume([[a, c, b, d]], await model(METRE), level(0))).rejects.toMatchObject({
      key: 'outline-crosses',
    });
  });
});

/** Sine of the angle between grid north and true north there. */
function slant(): number {
  const [from, to] = [at(300, 200), at(300, 100)];
  const east = (to[0] - from[0]) * Math.cos((from[1] * Math.PI) / 180);
  return east / Math.hypot(east, to[1] - from[1]);
}
