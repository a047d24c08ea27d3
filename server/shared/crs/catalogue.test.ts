import { describe, expect, it } from 'vitest';
import { searchCrs } from './catalogue.ts';

const codes = async (search: string): Promise<string[]> => (await searchCrs(search)).map(({ code }) => code);

describe('CRS of the EPSG register', () => {
  it('are found by code, name and area, the exact code first', async () => {
    expect((await codes('3003'))[0]).toBe('EPSG:3003');
    expect((await codes('EPSG:3003'))[0]).toBe('EPSG:3003');
    expect(await codes('monte mario italy zone 2')).toContain('EPSG:3004');
    expect((await codes('sardinia')).length).toBeGreaterThan(0);
    expect(await codes('nowhere at all')).toEqual([]);
    expect(await codes('  ')).toEqual([]);
  });

  it('are limited to fifty', async () => {
    expect(await codes('utm')).toHaveLength(50);
  });

  it('have an area of use', async () => {
    const [italy] = await searchCrs('3003');
    // Zone 1 is between the west of Italy and 12° E.
    expect(italy!.bounds).toEqual([5.93, 36.53, 12, 47.04]);
    const [newZealand] = await searchCrs('3851');
    expect(newZealand!.bounds![0]).toBeGreaterThan(newZealand!.bounds![2]);
  });

  it('have no accuracy when it requires a grid that is missing', async () => {
    const find = async (code: string) =>
      (await searchCrs(code)).find((crs) => crs.code === `EPSG:${code}`)!.accuracy;
    expect(await find('3003')).toBe(4);
    // The register states 1 m, with OSTN15.
    expect(await find('27700')).toBeNull();
  });
});
