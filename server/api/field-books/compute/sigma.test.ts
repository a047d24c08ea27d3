import { describe, expect, it } from 'vitest';
import type { FieldBookResult, KnownPoint } from '#core/protocol';
import type { BookRecord } from '../../../formats/instruments/model.ts';
import { computeBook } from './compute.ts';
import { azimuthOf, lengthOf } from './plane.ts';
import { DEFAULT_SETTINGS } from './types.ts';

const TRIALS = 400;
const places: Record<string, { east: number; north: number; height: number }> = {
  A: { east: 1000, north: 1000, height: 50 },
  B: { east: 1600, north: 1150, height: 62 },
  C: { east: 1250, north: 1500, height: 41 },
  P: { east: 1300, north: 1120, height: 55 },
  Q: { east: 1450, north: 1380, height: 58 },
};
const known: KnownPoint[] = ['A', 'B', 'C'].map((name) => ({ name, ...places[name]! }));
const settings = { ...DEFAULT_SETTINGS, sigmaDirection: 6, sigmaDistance: 3, sigmaCentring: 1 };

/** Normal deviates, the same in each run: Box and Muller on a linear congruence. */
function deviates(): () => number {
  let seed = 20_261_126;
  const uniform = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** All see all, with the noise that the settings state. */
function trial(deviate: () => number): FieldBookResult {
  const names = Object.keys(places);
  const records = names.flatMap((from, turn): BookRecord[] => [
    { kind: 'station', line: 1, name: from },
    ...names
      .filter((to) => to !== from)
      .map((to): BookRecord => {
        const [a, b] = [places[from]!, places[to]!];
        const length = lengthOf(a, b);
        const across = Math.hypot((settings.sigmaDirection / 206_264.806) * length, 0.001);
        const along = Math.hypot(0.003, settings.sigmaPpm * 1e-6 * length, 0.001);
        const circle = azimuthOf(a, b) + turn * 70 + ((deviate() * across) / length) * (180 / Math.PI);
        const horizontal = length + deviate() * along;
        return {
          kind: 'observation',
          line: 1,
          target: to,
          purpose: 'sideshot',
          circle: (circle + 360) % 360,
          horizontal,
        };
      }),
  ]);
  const numbered = records.map((record, ordinal) => ({ ...record, ordinal, used: true }));
  return computeBook({ records: numbered, known, settings });
}

describe('in 400 networks with the errors that were assumed', () => {
  const deviate = deviates();
  const results = Array.from({ length: TRIALS }, () => trial(deviate));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('σ0² is 1, and the χ² test passes in 95 of 100', () => {
    // 40 observations, 2 points and 5 orientations: 31 redundant. Deviation of the mean: √(2/31/400) = 0.013.
    expect(results[0]!.plan).toMatchObject({ observations: 40, unknowns: 9, freedom: 31 });
    expect(Math.abs(mean(results.map(({ plan }) => plan!.sigma0! ** 2)) - 1)).toBeLessThan(0.04);
    const passed = results.filter(({ plan }) => plan!.chi!.passed).length / TRIALS;
    // √(0.95 × 0.05/400) = 0.011.
    expect(Math.abs(passed - 0.95)).toBeLessThan(0.035);
  });

  it('the true place is in the ellipse of 95 % of 95 in 100 points', () => {
    const squares = results.flatMap(({ points, plan }) =>
      points
        .filter(({ how }) => how !== 'known')
        .map(({ name, east, north, ellipse }) => {
          const [e, n] = [east - places[name]!.east, north - places[name]!.north];
          const azimuth = (ellipse!.azimuth * Math.PI) / 180;
          const along = e * Math.sin(azimuth) + n * Math.cos(azimuth);
          const across = e * Math.cos(azimuth) - n * Math.sin(azimuth);
          // Ellipses grow with σ0 above 1; here it is only chance.
          const scale = Math.max(1, plan!.sigma0!);
          return ((along / ellipse!.major) ** 2 + (across / ellipse!.minor) ** 2) * scale ** 2;
        }),
    );
    expect(squares).toHaveLength(2 * TRIALS);
    // The square is χ² with 2 degrees of freedom: its mean is 2, and 5.991 its 95 % quantile.
    expect(Math.abs(mean(squares) - 2)).toBeLessThan(0.25);
    expect(Math.abs(mean(squares.map((square) => (square < 5.991 ? 1 : 0))) - 0.95)).toBeLessThan(0.03);
  });

  it('w is a normal deviate: 5 of 100 are beyond 1.96, and 1 of 1000 beyond 3.29', () => {
    const ws = results.flatMap(({ residuals }) => residuals.map(({ w }) => w!));
    expect(ws).toHaveLength(40 * TRIALS);
    const beyond = (limit: number) => ws.filter((w) => Math.abs(w) > limit).length / ws.length;
    expect(Math.abs(beyond(1.96) - 0.05)).toBeLessThan(0.01);
    expect(Math.abs(beyond(3.29) - 0.001)).toBeLessThan(0.001);
    const shares = results[0]!.residuals.map(({ redundancy }) => redundancy);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(31, 8);
  });
});
