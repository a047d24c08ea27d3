import { Cartesian3 } from 'cesium';
import { describe, expect, it } from 'vitest';
import { nearestAlong } from './tile-points.ts';

/** From the origin along x, hitting what is within 1 in 100 beside it. */
const RAY = { origin: Cartesian3.ZERO, direction: new Cartesian3(2, 0, 0) };
const along = (points: number[], take = (_: readonly number[]) => true, limit = Infinity) =>
  nearestAlong(points, RAY, 0.01, limit, take);

describe('the point of a cloud along a ray', () => {
  it('is the nearest within its cone', () => {
    // In lengths of the direction, 2: 50 is 25.
    expect(along([100, 0.9, 0, 50, 0, 0.4, 20, 0.3, 0])).toBe(25);
  });

  it('is not beside it, behind it, or beyond what was hit before', () => {
    expect(along([100, 0, 1.1, -50, 0, 0])).toBe(Infinity);
    expect(along([100, 0, 0], undefined, 30)).toBe(30);
  });

  it('is not clipped away', () => {
    expect(along([50, 0, 0, 80, 0, 0], ([x]) => x! > 60)).toBe(40);
  });
});
