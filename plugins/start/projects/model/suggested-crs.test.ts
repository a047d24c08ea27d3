import { describe, expect, it, vi } from 'vitest';
import { candidatesAt, suggestedSystems } from './suggested-crs.ts';

const FOLIGNO: [number, number] = [12.7, 42.95];

describe('Reference systems for a place', () => {
  // Zones of MGRS: Foligno 33T, Turin 32T, Otranto 34S, Nairobi 37M, Bergen 32V, Longyearbyen 33X, Auckland 60H.
  it.each([
    [FOLIGNO, ['EPSG:7792', 'EPSG:32633']],
    [
      [7.68, 45.07],
      ['EPSG:7791', 'EPSG:32632'],
    ],
    [
      [18.49, 40.15],
      ['EPSG:7793', 'EPSG:32634'],
    ],
    [[36.82, -1.29], ['EPSG:32737']],
    [
      [5.32, 60.39],
      ['EPSG:7791', 'EPSG:32632'],
    ],
    [
      [15.63, 78.22],
      ['EPSG:7792', 'EPSG:32633'],
    ],
    [[174.76, -36.85], ['EPSG:32760']],
    [[180, 10], ['EPSG:32660']],
    [[0, 89], ['EPSG:5041']],
    [[0, -85], ['EPSG:5042']],
  ] as const)('%j: %j', (place, codes) => {
    expect(candidatesAt([...place])).toEqual(codes);
  });

  it('are those of which the area of use contains it', async () => {
    const systems = {
      'EPSG:7792': { code: 'EPSG:7792', name: 'RDN2008', area: 'Italy', bounds: [12, 34.79, 18, 47.1] },
      'EPSG:32633': { code: 'EPSG:32633', name: 'WGS 84', area: null, bounds: [12, 0, 18, 84] },
    };
    const call = vi.fn((_spec: object, { query }: { query: { search: keyof typeof systems } }) =>
      Promise.resolve({ data: [{ code: 'EPSG:1' }, systems[query.search]] }),
    );
    const codesAt = async (place: [number, number]) =>
      (await suggestedSystems({ call } as never, place, new AbortController().signal)).map(
        ({ code }) => code,
      );
    expect(await codesAt(FOLIGNO)).toEqual(['EPSG:7792', 'EPSG:32633']);
    // Longyearbyen is in zone 33, too.
    expect(await codesAt([15.63, 78.22])).toEqual(['EPSG:32633']);
  });
});
