import { beforeAll, describe, expect, it } from 'vitest';
import { gridAt, loadProjections, printChainage, radiiAt, radiusIn } from './index.ts';

beforeAll(loadProjections);

describe('A projection at a place', () => {
  // `proj -V` of PROJ 9.1.1; its convergence has the same sign, its scales are printed to 1e-8.
  it.each([
    ['EPSG:32633', 12.535612418, 42.607531757, -1.66888674, 1.00010278, 1.00010278],
    ['EPSG:32632', 12, 45, 2.12229972, 1.0002875, 1.0002875],
    ['EPSG:3035', 12.535612418, 42.607531757, 1.80280767, 0.99689996, 1.00311212],
  ])(
    'has the same convergence and scales in %s as in PROJ',
    (code, longitude, latitude, angle, north, east) => {
      const found = gridAt(code, [longitude, latitude]);
      expect(found.convergence).toBeCloseTo(angle, 7);
      expect(found.scaleNorth).toBeCloseTo(north, 7);
      expect(found.scaleEast).toBeCloseTo(east, 7);
    },
  );

  it('has zero convergence and the scale factor of the projection on the central meridian of UTM', () => {
    const { convergence, scaleNorth } = gridAt('EPSG:32632', [9, 45]);
    expect(convergence).toBeCloseTo(0, 9);
    expect(scaleNorth).toBeCloseTo(0.9996, 9);
  });
});

describe('The radii of curvature of WGS84', () => {
  it('are b²/a and a at the equator, and both a²/b at the pole', () => {
    const [a, b] = [6378137, 6356752.314245];
    expect(radiiAt(0).along).toBeCloseTo((b * b) / a, 3);
    expect(radiiAt(0).across).toBeCloseTo(a, 6);
    expect(radiiAt(90).along).toBeCloseTo((a * a) / b, 3);
    expect(radiiAt(90).across).toBeCloseTo((a * a) / b, 3);
  });
  it('change from one to the other with the azimuth', () => {
    const { along, across } = radiiAt(45);
    expect(radiusIn(45, 0)).toBeCloseTo(along, 6);
    expect(radiusIn(45, 270)).toBeCloseTo(across, 6);
    // Halfway: the harmonic mean.
    expect(radiusIn(45, 45)).toBeCloseTo(2 / (1 / along + 1 / across), 6);
  });
});

describe('Chainages', () => {
  it.each([
    [0, '0+000.00'],
    [12.345, '0+012.35'],
    [12345.678, '12+345.68'],
    [999.996, '1+000.00'],
    [-5, '−0+005.00'],
  ])('print %d metres as kilometres and metres', (metres, text) =>
    expect(printChainage(metres, 'en')).toBe(text),
  );
  it('are printed with the decimal separator of the language', () =>
    expect(printChainage(1002.5, 'it', 3)).toBe('1+002,500'));
});
