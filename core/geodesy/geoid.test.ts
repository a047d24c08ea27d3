import { beforeAll, describe, expect, it } from 'vitest';
import { geoidHeight, loadGeoid } from './geoid.ts';

describe('The geoid EGM96', () => {
  beforeAll(loadGeoid);

  it("agrees with NGA's computation to 7 cm", () => {
    // OUTPT.DAT of the EGM96 distribution: latitude, longitude, metres.
    const published = [
      [38.628155, 269.779155, -31.628],
      [-14.621217, 305.021114, -2.969],
      [46.874319, 102.448729, -43.575],
      [-23.617446, 133.874712, 15.871],
      [38.625473, 359.9995, 50.066],
      [-0.466744, 0.0023, 17.329],
    ] as const;
    for (const [latitude, longitude, metres] of published)
      expect(Math.abs(geoidHeight(longitude, latitude) - metres)).toBeLessThan(0.07);
  });

  it('is continuous around the globe and at the poles', () => {
    expect(geoidHeight(180, 10)).toBeCloseTo(geoidHeight(-180, 10), 9);
    expect(geoidHeight(-1e-9, 20)).toBeCloseTo(geoidHeight(1e-9, 20), 6);
    expect(geoidHeight(0, 90)).toBeCloseTo(geoidHeight(123, 90), 9);
    expect(geoidHeight(0, -90)).toBeCloseTo(geoidHeight(123, -90), 9);
  });
});
