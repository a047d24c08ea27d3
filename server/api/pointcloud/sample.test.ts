import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallLas } from '../../testing/las.ts';
import { sampleCloud } from './sample.ts';

const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/las');
const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const task = {
  frame: { crs: 'EPSG:32633', unit: 1, fileUnit: 1, heightUnit: 1, degrees: null },
  columns: null,
  grids: { offers: [], files: {} },
};

describe('the sample of a LAS file', () => {
  it('reads blocks from all over it, and says so', async () => {
    const [points, header, size] = [200_000, 227, 20];
    const las = smallLas({ points });
    // The second half has another class.
    for (let i = 0; i < points; i++) las[header + i * size + 15] = i < points / 2 ? 2 : 6;
    const file = path.join(folder, 'half.las');
    writeFileSync(file, las);
    const whole = await sampleCloud({ ...task, file, format: 'las' });
    expect(whole).toMatchObject({ points, isWhole: true, classes: [{ count: 100_000 }, { count: 100_000 }] });
    const part = await sampleCloud({ ...task, file, format: 'las', most: 100_000 });
    // Every other block of 65,536 points: the first and the third.
    expect(part).toMatchObject({ points: 131_072, isWhole: false, isSpread: true, density: null });
    expect(part.classes.map((one) => one.class)).toEqual([2, 6]);
  });

  it.skipIf(!existsSync(REAL))('has the same classes as its compressed copy', async () => {
    const of = (format: 'las' | 'laz') =>
      sampleCloud({ ...task, format, file: path.join(REAL, `autzen_trim.${format}`) });
    const [las, laz] = await Promise.all([of('las'), of('laz')]);
    expect(laz).toEqual(las);
    expect(las.isWhole).toBe(true);
    expect(las.classes.length).toBeGreaterThan(1);
  });
});
