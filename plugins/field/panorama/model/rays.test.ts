import { describe, expect, it } from 'vitest';
import { lengthOfVector, minus, type Vector } from '#core/geodesy';
import { curveOf, intersect, lengthBetween, meetPlane, type Sighted } from './rays.ts';
import { exactTrials, noisyTrials, ray } from './testing/ray-trials.ts';

const sighted = (found: ReturnType<typeof intersect>): Sighted => {
  if (typeof found === 'string') throw new Error(found);
  return found;
};

describe('Rays without noise', () => {
  it('meet where they were aimed at, to less than a micrometre', () => {
    const { worst, refused } = exactTrials(1000);
    expect(worst).toBeLessThan(1e-6);
    expect(refused).toBeLessThan(20);
  });

  it('also far from the origin of the coordinates, as they are on the earth', () => {
    const base: Vector = [4_334_000, 817_000, 4_591_000];
    const at = ([x, y, z]: Vector): Vector => [base[0] + x, base[1] + y, base[2] + z];
    const found = sighted(
      intersect([ray(at([0, 0, 0]), at([5, 20, 1])), ray(at([10, 0, 0]), at([5, 20, 1]))]),
    );
    expect(lengthOfVector(minus(found.point, at([5, 20, 1])))).toBeLessThan(1e-6);
  });
});

describe('Two rays that miss each other', () => {
  it('say by how much, and their point is between them', () => {
    // One along x at height 0, one along y at height 0.04, both with the same accuracy at the same distance.
    const found = sighted(
      intersect([
        { origin: [-10, 0, 0], direction: [1, 0, 0], sigmaPosition: 0.02, sigmaDirection: 0.001 },
        { origin: [0, -10, 0.04], direction: [0, 1, 0], sigmaPosition: 0.02, sigmaDirection: 0.001 },
      ]),
    );
    expect(found.miss).toBeCloseTo(0.04, 12);
    expect(found.point[2]).toBeCloseTo(0.02, 9);
    expect(found.angle).toBeCloseTo(90, 9);
    expect(found.warnings).toEqual([]);
  });

  it('are doubted when that is more than their accuracy explains', () => {
    const found = sighted(
      intersect([
        { origin: [-10, 0, 0], direction: [1, 0, 0], sigmaPosition: 0.02, sigmaDirection: 0.001 },
        { origin: [0, -10, 0.4], direction: [0, 1, 0], sigmaPosition: 0.02, sigmaDirection: 0.001 },
      ]),
    );
    expect(found.warnings).toEqual(['apart']);
  });
});

describe('The angle between rays', () => {
  const at = (degrees: number) => {
    const x = 10 * Math.tan(((degrees / 2) * Math.PI) / 180);
    return intersect([ray([-x, 0, 0], [0, 10, 0]), ray([x, 0, 0], [0, 10, 0])]);
  };
  it('below 5° is refused, below 20° doubted, and above taken', () => {
    expect(at(4.9)).toBe('parallel');
    expect(sighted(at(5.1)).warnings).toEqual(['narrow']);
    expect(sighted(at(19.9)).warnings).toEqual(['narrow']);
    expect(sighted(at(20.1)).warnings).toEqual([]);
  });
  it('counts also where cameras look at each other', () => expect(at(178)).toBe('parallel'));
  it('widens the ± along the direction in which they look: σ ≈ d · σdir / sin γ', () => {
    const d = 10 / Math.cos((10 * Math.PI) / 180);
    const [x, y] = sighted(
      intersect([
        ray([-d * Math.sin((10 * Math.PI) / 180), 0, 0], [0, 10, 0], 0, 0.001),
        ray([d * Math.sin((10 * Math.PI) / 180), 0, 0], [0, 10, 0], 0, 0.001),
      ]),
    ).within;
    // Closed form of two rays at ±γ/2 = ±10°: σx = d σ / (√2 cos 10°), σy = d σ / (√2 sin 10°).
    const half = (10 * Math.PI) / 180;
    expect(x).toBeCloseTo((1.95996 * d * 0.001) / (Math.SQRT2 * Math.cos(half)), 6);
    expect(y).toBeCloseTo((1.95996 * d * 0.001) / (Math.SQRT2 * Math.sin(half)), 6);
  });
});

describe('What cannot be', () => {
  it('is named: one ray, and a point behind a camera', () => {
    expect(intersect([ray([0, 0, 0], [1, 0, 0])])).toBe('few');
    expect(
      intersect([
        { origin: [0, 0, 0], direction: [0, -1, 0], sigmaPosition: 0, sigmaDirection: 0.001 },
        ray([5, 0, 0], [0, 10, 0]),
      ]),
    ).toBe('behind');
  });
});

describe('The ± of noisy rays', () => {
  it('covers the truth in 95 ± 2 % of 10,000 trials, along each axis and as a radius', () => {
    for (const part of noisyTrials(10_000)) {
      expect(part).toBeGreaterThan(0.93);
      expect(part).toBeLessThan(0.97);
    }
  });
});

describe('A ray on a plane', () => {
  it('meets the ground where it was aimed at, with a ± that grows as it grazes', () => {
    const ground = { point: [0, 0, 0] as Vector, normal: [0, 0, 1] as Vector, sigma: 0 };
    const steep = meetPlane(ray([0, 0, 2], [0, 2, 0], 0, 0.001), ground);
    const flat = meetPlane(ray([0, 0, 2], [0, 20, 0], 0, 0.001), ground);
    if (typeof steep === 'string' || typeof flat === 'string') throw new Error('no point');
    expect(steep.point).toEqual([0, expect.closeTo(2, 12), expect.closeTo(0, 12)]);
    // At 45°, a distance of 2√2 m, an error across the ray is √2 as large on the ground.
    expect(steep.within[1]).toBeCloseTo(1.95996 * 2 * Math.SQRT2 * 0.001 * Math.SQRT2, 6);
    expect(flat.within[1]).toBeGreaterThan(20 * steep.within[1]);
    expect(meetPlane(ray([0, 0, 2], [0, 2, 4]), ground)).toBe('behind');
    expect(meetPlane(ray([0, 0, 2], [0, 2, 2]), ground)).toBe('parallel');
  });
});

describe('A length', () => {
  it('has the ± of both ends along it', () => {
    const end = (point: Vector, sigma: number) => ({
      point,
      covariance: [[sigma ** 2, 0, 0], [0, 1, 0], [0, 0, 1]] as const, // prettier-ignore
    });
    const { length, within } = lengthBetween(end([0, 0, 0], 0.03), end([5, 0, 0], 0.04));
    expect([length, within]).toEqual([5, expect.closeTo(1.95996 * 0.05, 6)]);
  });
});

describe('The curve of a ray', () => {
  it('goes from near to far along it', () => {
    const curve = curveOf(ray([0, 0, 0], [1, 0, 0]), 1, 100, 3);
    expect(curve).toEqual([[1, 0, 0], [expect.closeTo(10, 9), 0, 0], [expect.closeTo(100, 9), 0, 0]]); // prettier-ignore
  });
});
