import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProjections, unproject } from '#core/geodesy';
import { geotiff, type TestDem } from '../../../testing/geotiff.ts';
import { profileOf } from './profile.ts';

await loadProjections();

const EAST = 290_000;
const NORTH = 4_640_000;
/** Metres right and down from the centre of the first cell. */
const at = (right: number, down: number): [number, number] => {
  const [longitude, latitude] = unproject('EPSG:32633', [EAST + 0.5 + right, NORTH - 0.5 - down]);
  return [longitude, latitude];
};
const DEM: TestDem = {
  width: 3_000,
  height: 60,
  projected: 32_633,
  origin: [EAST, NORTH],
  step: [1, 1],
  value: () => 0,
};

describe('a profile over every cell', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'profile-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const profile = async (value: TestDem['value'], line: [number, number][], more: Partial<TestDem> = {}) => {
    const file = path.join(folder, 'dem.tif');
    await writeFile(file, geotiff({ ...DEM, ...more, value }));
    const surface = { kind: 'model', file, crs: 'EPSG:32633', heights: 'ellipsoid', resolution: 1 } as const;
    return profileOf({ line, surface, grids: { offers: [], files: {} } });
  };

  it('has the slope of a wall of one cell, and its length', async () => {
    // 5 m up within a cell of 1 m: atan 5 = 78.69°. 80 m of ground with one step: 79 + √(1 + 25) = 84.10 m; UTM
    // lengths are 0.014 % longer there.
    const wall = await profile((column) => (column < 40 ? 100 : 105), [at(0.3, 20), at(80.3, 20)]);
    expect(wall.steepest).toBeCloseTo((Math.atan(5) * 180) / Math.PI, 2);
    expect(wall.length).toBeCloseTo(79 + Math.sqrt(26), 1);
    expect([wall.ascent, wall.descent]).toEqual([5, 0]);
  });

  it('loses no summit, however long the line is', async () => {
    // Every other cell is 1 m higher: 2,900 steps of 1 m, up and down, though 2,000 samples are answered at most.
    const comb = await profile((column) => column % 2, [at(10, 20), at(2_910, 20)]);
    expect(comb.ascent).toBeCloseTo(1_450, 6);
    expect(comb.descent).toBeCloseTo(1_450, 6);
    expect(comb.length / (2_900 * Math.SQRT2)).toBeCloseTo(1, 3);
    expect(comb.samples.length).toBeLessThanOrEqual(2_000);
    expect(comb.samples.length).toBeGreaterThan(1_000);
    expect(new Set(comb.samples.map(([, , , height]) => Math.round(height!)))).toEqual(new Set([0, 1]));
  });

  it('crosses rows and columns of a diagonal', async () => {
    // A plane: its length is √(50² + 50² + rise²), whatever cells it crosses.
    const plane = await profile((column, row) => 0.3 * column + 0.1 * row, [at(5.2, 4.1), at(55.2, 54.1)]);
    const scale = plane.distance / (50 * Math.SQRT2);
    expect(plane.ascent).toBeCloseTo(20, 5);
    expect(plane.length).toBeCloseTo(Math.hypot(50 * Math.SQRT2 * scale, 20), 3);
    // 50 columns and 50 rows, and both ends.
    expect(plane.positions).toBe(102);
  });

  it('tells gaps, and what lies beyond the terrain', async () => {
    const gap = await profile((column) => (column >= 20 && column < 40 ? -9999 : 7), [at(0, 5), at(100, 5)], {
      missing: '-9999',
    });
    expect(gap.gaps / gap.distance).toBeCloseTo(0.2, 1);
    expect((await profile(() => 7, [at(-100, 5), at(100, 5)])).gaps).toBeCloseTo(100, 0);
  });
});
