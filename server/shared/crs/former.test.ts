import { describe, expect, it } from 'vitest';
import { formerOffset } from './former.ts';

const around = (longitude: number, latitude: number) =>
  [longitude - 0.01, latitude - 0.01, longitude + 0.01, latitude + 0.01] as const;

describe('An import of before', () => {
  it.each([
    // Measured against PROJ: 169 m in the Netherlands, 65 m in Belgium, 239 m in Sweden, 305 m in Finland.
    ['EPSG:28992', 5.387, 52.155, 169],
    ['EPSG:31370', 4.36, 50.85, 65],
    ['EPSG:3021', 18.07, 59.33, 239],
    ['EPSG:2393', 24.94, 60.17, 305],
  ] as const)('in %s lies off', async (crs, longitude, latitude, metres) => {
    const off = await formerOffset(crs, around(longitude, latitude));
    expect(Math.abs(off! - metres)).toBeLessThan(0.1 * metres);
  });

  it('in a system whose parameters were right does not', async () => {
    expect(await formerOffset('EPSG:25832', around(11, 45))).toBeNull();
    expect(await formerOffset('EPSG:3003', around(11, 45))).toBeNull();
    expect(await formerOffset('WKT:own', around(11, 45))).toBeNull();
    expect(await formerOffset('EPSG:28992', null)).toBeNull();
  });
});
