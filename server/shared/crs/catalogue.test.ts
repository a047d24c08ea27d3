import { describe, expect, it } from 'vitest';
import { searchCrs } from './catalogue.ts';

const codes = async (search: string): Promise<string[]> => (await searchCrs(search)).map(({ code }) => code);

describe('CRS of the EPSG register', () => {
  it('are found by code, name and area, the exact code first', async () => {
    expect((await codes('3003'))[0]).toBe('EPSG:3003');
    expect((await codes('EPSG:3003'))[0]).toBe('EPSG:3003');
    expect(await codes('monte mario italy zone 2')).toContain('EPSG:3004');
    expect(await codes('netherlands rd')).toContain('EPSG:28992');
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

  it('have the operations to WGS 84 with their areas, and the accuracy of the worst', async () => {
    const find = async (code: string) => (await searchCrs(code)).find((crs) => crs.code === `EPSG:${code}`)!;
    const monteMario = await find('3003');
    expect(monteMario.operations.map(({ name }) => name)).toContain('Monte Mario to WGS 84 (2)');
    // The operations at sea.
    expect(monteMario.accuracy).toBe(10);
    // Without OSTN15.
    expect((await find('27700')).accuracy).toBe(2);
  });

  it('have a definition for other programs, with signs as position vector', async () => {
    const [rdNew] = await searchCrs('28992');
    // As the Dutch cadastre and epsg.io publish it; EPSG has a coordinate frame in microradians (1.9342, …).
    const shift = /\+towgs84=(\S+)/.exec(rdNew!.proj4)![1]!.split(',').map(Number);
    expect(shift.slice(0, 3)).toEqual([565.4171, 50.3319, 465.5524]);
    expect(shift[3]).toBeCloseTo(-0.398957, 5);
    expect(shift[4]).toBeCloseTo(0.343988, 5);
    expect(shift[5]).toBeCloseTo(-1.877402, 5);
  });
});
