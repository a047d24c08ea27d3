import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadCrs, project, unproject, type PlaneFitMethod } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, planeIn } from '#core/sketch';
import { fitPairs } from './fit.ts';

const CRS = 'EPSG:32633';
const BASE = [500_000, 4_650_000] as const;
beforeAll(() => loadCrs(CRS));

type Place = [number, number];
const at = ([x, y]: Place): Position => unproject(CRS, [BASE[0] + x, BASE[1] + y]);
const planeOf = (position: Position): Place => {
  const [x, y] = project(CRS, position);
  return [x - BASE[0], y - BASE[1]];
};
const SQUARE: Place[] = [
  [0, 0],
  [100, 0],
  [100, 60],
  [0, 60],
];
const fit = (method: PlaneFitMethod, move: (place: Place, i: number) => Place, unused: number[] = []) =>
  fitPairs(
    method,
    SQUARE.map((place, i) => ({ from: at(place), to: at(move(place, i)), isUsed: !unused.includes(i) })),
    planeIn(CRS),
  )!;

describe('a fit of a drawing to points', () => {
  it('finds a turn, a scale and a shift, and places every vertex by them', () => {
    // 30° clockwise: east′ = x cos + y sin, north′ = y cos − x sin.
    const [sine, cosine] = [0.5, Math.sqrt(0.75)];
    const found = fit('helmert', ([x, y]) => [
      1.001 * (x * cosine + y * sine) + 12,
      1.001 * (y * cosine - x * sine) - 7,
    ]);
    expect(found.turn).toBeCloseTo(30, 7);
    expect(found.scale[0]).toBeCloseTo(1.001, 8);
    expect(found.rms).toBeLessThan(1e-6);
    const [east, north] = planeOf(found.place(at([50, 30])));
    expect(east).toBeCloseTo(1.001 * (50 * cosine + 30 * sine) + 12, 4);
    expect(north).toBeCloseTo(1.001 * (30 * cosine - 50 * sine) - 7, 4);
  });

  it('has residuals of least squares: a scale that is not fitted stays in them', () => {
    // Twice as large: each corner is as far from the middle again, √(50² + 30²).
    const found = fit('rigid', ([x, y]) => [2 * x, 2 * y]);
    expect(found.scale[0]).toBeCloseTo(1, 9);
    expect(found.rms).toBeCloseTo(Math.hypot(50, 30), 4);
    expect(found.residuals.reduce((sum, [x]) => sum + x, 0)).toBeCloseTo(0, 6);
  });

  it('with one bad point shows it, most clearly where it does not count', () => {
    const moved = ([x, y]: Place, i: number): Place => [x + 5 + (i === 2 ? 0.4 : 0), y];
    const all = fit('affine', moved);
    // A quarter of the error is in each residual of a rectangle with four corners and an affine fit.
    for (const [x] of all.residuals) expect(Math.abs(x)).toBeCloseTo(0.1, 5);
    const without = fit('affine', moved, [2]);
    expect(without.residuals[2]![0]).toBeCloseTo(0.4, 5);
    expect(without.rms).toBeLessThan(1e-6);
  });

  it('mirrors by an affine fit alone', () => {
    expect(fit('affine', ([x, y]) => [-x, y]).flips).toBe(true);
    expect(fit('helmert', ([x, y]) => [y, -x]).flips).toBe(false);
  });

  it('is none for too few points, one place, or a line', () => {
    expect(fitPairs('affine', [], planeIn(CRS))).toBeUndefined();
    const lined = [0, 10, 20].map((x) => ({ from: at([x, 0]), to: at([x, 1]), isUsed: true }));
    expect(fitPairs('affine', lined, planeIn(CRS))).toBeUndefined();
    expect(fitPairs('helmert', lined, planeIn(CRS))!.rms).toBeLessThan(1e-6);
    const same = [0, 0].map(() => ({ from: at([0, 0]), to: at([5, 5]), isUsed: true }));
    expect(fitPairs('helmert', same, planeIn(CRS))).toBeUndefined();
  });

  it('is on the ellipsoid without a plane', () => {
    const pairs = SQUARE.map((place) => ({
      from: at(place),
      to: at([place[0] + 3, place[1] + 4]),
      isUsed: true,
    }));
    const found = fitPairs('helmert', pairs, geodesic)!;
    expect(found.rms).toBeLessThan(1e-3);
    expect(inverse(found.place(pairs[2]!.from), pairs[2]!.to).distance).toBeLessThan(1e-3);
  });
});
