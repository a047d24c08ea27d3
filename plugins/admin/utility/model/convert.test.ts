import { describe, expect, it } from 'vitest';
import type { Api } from '#core/api';
import type { CallSpec } from '#core/protocol';
import { convert } from './convert.ts';

const { signal } = new AbortController();
const requests: unknown[] = [];
/** Knows one system that is not bundled: WGS 84 / World Mercator, from epsg.org. */
const api = {
  call: async ({ id }: CallSpec, request: { query: { search: string } }) => {
    // There are no shift grids.
    if (id === 'crs.grids') return { data: [] };
    requests.push(request.query.search);
    const proj4 = '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs';
    const found = {
      code: 'EPSG:3395',
      name: 'WGS 84 / World Mercator',
      area: null,
      proj4,
      unit: 'm',
      accuracy: null,
    };
    return { data: request.query.search === '3395' ? [found] : [] };
  },
} as unknown as Pick<Api, 'call' | 'bytes'>;
const of = (text: string, from: string, to: string) => convert(api, { text, from, to, locale: 'en' }, signal);

describe('coordinate conversion', () => {
  it('goes through WGS 84, and names the steps', async () => {
    // On the central meridian of zone 32, at the equator.
    const found = await of('0 N 9 E', 'EPSG:4326', 'EPSG:32632');
    expect(found!.text).toBe('E 500000.000, N 0.000');
    expect(found!.way).toEqual(['WGS 84 (EPSG:4326)', 'WGS 84 / UTM zone 32N (EPSG:32632)']);
    expect(found!.accuracy).toBe(0);
  });

  it('accepts a CRS with the coordinates, and loads one that is not bundled', async () => {
    const found = await of('EPSG:3395 0 0', 'EPSG:32632', 'EPSG:4326');
    expect(found!.text).toBe('0.00000000° N, 0.00000000° E');
    expect(requests).toEqual(['3395']);
  });

  it('adds the stated accuracies of both steps', async () => {
    const [one, both] = [
      await of('1515000 5000000', 'EPSG:3003', 'EPSG:4326'),
      await of('1515000 5000000', 'EPSG:3003', 'EPSG:23032'),
    ];
    expect(one!.accuracy).toBeGreaterThan(0);
    expect(both!.accuracy).toBeGreaterThan(one!.accuracy!);
  });

  it('is exact where nothing is converted', async () => {
    expect(await of('500000 5000000', 'EPSG:32632', 'EPSG:32632')).toMatchObject({
      text: 'E 500000.000, N 5000000.000',
      accuracy: 0,
    });
  });

  it('returns nothing for text without coordinates, and names an unknown system', async () => {
    expect(await of('Codogno', 'EPSG:4326', 'EPSG:32632')).toBeUndefined();
    await expect(of('1 2', 'EPSG:999999', 'EPSG:4326')).rejects.toThrow('EPSG:999999 is not in the register');
  });
});
