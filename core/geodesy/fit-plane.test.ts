import { describe, expect, it } from 'vitest';
import { fitPlane, PAIRS_NEEDED, type Place, type PlacePair } from './fit-plane.ts';

/** Of a scan of 2,000 by 1,500 pixels (rows downwards are negative) in metres of EPSG:7792, some decimetres to metres off. */
const PAIRS: readonly PlacePair[] = (
  [
    [10, -20, 304_900.5, 4_757_100.2],
    [1990, -35, 305_301.1, 4_757_110.9],
    [1980, -1480, 305_310.7, 4_756_815.4],
    [25, -1500, 304_905.2, 4_756_801.9],
    [1000, -760, 305_100.3, 4_756_957],
    [500, -1200, 305_002.8, 4_756_865.1],
    [1500, -300, 305_202.2, 4_757_052.5],
    [300, -600, 304_960.1, 4_756_986.3],
  ] as const
).map(([x, y, east, north]) => ({ from: [x, y], to: [east, north] }));
const near = ([x, y]: Place, digits: number) => [expect.closeTo(x, digits), expect.closeTo(y, digits)];

describe('Pairs of places', () => {
  it.each([
    // gdaltransform 3.6.2 -order 1 and -order 2 with these points.
    ['affine', [600, -400], [305_019.73977603, 4_757_027.74314015]],
    ['affine', [1700, -1300], [305_248.952985374, 4_756_851.35148207]],
    ['polynomial', [600, -400], [305_019.085700002, 4_757_027.15076506]],
    ['polynomial', [1700, -1300], [305_250.16758671, 4_756_850.65864361]],
    ['polynomial', [10, -20], [304_900.617094583, 4_757_100.14756379]],
    // numpy.linalg.lstsq over complex numbers, c + a z.
    ['helmert', [600, -400], [305_019.71837692, 4_757_028.26314855]],
    ['helmert', [1700, -1300], [305_248.8465968, 4_756_850.36979892]],
  ] as const)('are fitted as GDAL and numpy do: %s at %s', (kind, from, to) => {
    const fit = fitPlane(kind, PAIRS)!;
    expect(fit.forward(from)).toEqual(near(to, 5));
    expect(fit.inverse(fit.forward(from))).toEqual(near(from, 6));
  });

  it('leave residuals, whose root mean square is known from one more pair than needed on', () => {
    expect(fitPlane('helmert', PAIRS)!.rms).toBeCloseTo(2.5549746975862657, 8);
    for (const kind of ['helmert', 'affine', 'polynomial'] as const) {
      const exact = fitPlane(kind, PAIRS.slice(0, PAIRS_NEEDED[kind]))!;
      expect(exact.rms).toBeUndefined();
      for (const residual of exact.residuals) expect(Math.hypot(...residual)).toBeLessThan(1e-6);
      expect(fitPlane(kind, PAIRS.slice(0, PAIRS_NEEDED[kind] - 1))).toBeUndefined();
    }
  });

  it('on a line determine no affine fit, at one place no fit at all', () => {
    const line = [0, 1, 2, 3].map((n): PlacePair => ({ from: [n, 2 * n], to: [n, n] }));
    expect(fitPlane('affine', line)).toBeUndefined();
    expect(fitPlane('helmert', line)).toBeDefined();
    expect(fitPlane('helmert', [PAIRS[0]!, PAIRS[0]!])).toBeUndefined();
  });
});
