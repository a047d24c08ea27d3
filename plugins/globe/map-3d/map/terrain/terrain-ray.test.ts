import { Cartesian3, Ray } from 'cesium';
import { describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { DisplayHeights } from '../../model/heights.ts';
import { isBehindGround, meetGround } from './terrain-ray.ts';

/** A cone of 400 m at 9° E 45° N on a plain of 100 m, falling one metre in five. */
const TIP: Position = [9, 45];
const cone = (longitude: number, latitude: number) =>
  Math.max(100, 400 - inverse(TIP, [longitude, latitude]).distance / 5);

function wearing(): DisplayHeights {
  const heights = new DisplayHeights();
  heights.ground = { lowest: 100, highest: 400, spacing: 5, near: cone, nearest: cone };
  return heights;
}
/** A ray between two positions with rendered heights. */
function ray(from: [number, number, number], to: [number, number, number]): Ray {
  const [eye, target] = [Cartesian3.fromDegrees(...from), Cartesian3.fromDegrees(...to)];
  const way = Cartesian3.subtract(target, eye, new Cartesian3());
  return new Ray(eye, Cartesian3.normalize(way, way));
}

describe('A ray to the ground', () => {
  it('hits it at the right place and height', () => {
    // Straight down beside the tip: 0.005° of latitude at 45° are 555.7 m, so 400 - 555.7 / 5 = 288.9 m.
    const met = meetGround(ray([9, 45.005, 3_000], [9, 45.005, 0]), wearing())!;
    expect(met.position[2]).toBeCloseTo(288.9, 1);
    expect([met.position[0], met.position[1]]).toEqual([expect.closeTo(9, 9), expect.closeTo(45.005, 9)]);
  });

  it('ends at the hill, not behind it', () => {
    // Level, 200 m above the lowest, from 3 km to the south: the cone has this height 100 m below its tip, 500 m from
    // it.
    const eye: [number, number, number] = [9, 45 - 0.027, 200];
    const met = meetGround(ray(eye, [9, 45.027, 200]), wearing())!;
    // The straight ray descends by less than a metre over these 3 km, and hits 5 m nearer for each metre.
    expect(inverse(TIP, met.position).distance).toBeCloseTo(500, -1.1);
    expect(met.position[2]).toBeCloseTo(300, -0.4);
    expect(met.position[1]).toBeLessThan(45);
  });

  it('uses exaggerated heights, and returns true ones', () => {
    const heights = wearing();
    heights.exaggeration = 3;
    // The tip is drawn 3 · (400 - 100) = 900 m above the ellipsoid, the cone falls by 0.6 m a metre. From 900 m high and
    // 0.01° = 1,111.5 m away to 870 m under the tip a ray meets it where 870 + 30 · d / 1,111.5 = 900 - 0.6 · d: d = 47.8 m.
    const met = meetGround(ray([9, 44.99, 900], [9, 45, 870]), heights)!;
    expect(inverse(TIP, met.position).distance).toBeCloseTo(47.8, -0.3);
    // 400 - 47.8 / 5.
    expect(met.position[2]).toBeCloseTo(390.4, 0);
  });

  it('hits it from below where it starts below, and nothing when it goes further down', () => {
    // 100 m below the tip, straight up and straight down.
    const up = meetGround(ray([9, 45, 200], [9, 45, 500]), wearing())!;
    expect(up.position[2]).toBeCloseTo(400, 1);
    expect(meetGround(ray([9, 45, 200], [9, 45, 0]), wearing())).toBeUndefined();
    const plain = meetGround(ray([9, 45, -50], [9, 45, 500]), new DisplayHeights())!;
    expect(Cartesian3.distance(plain.point, Cartesian3.fromDegrees(9, 45))).toBeLessThan(0.01);
  });

  it('has no height without a terrain', () => {
    const met = meetGround(ray([9, 45, 3_000], [9, 45, 0]), new DisplayHeights())!;
    expect(met.position).toHaveLength(2);
    expect(meetGround(ray([9, 45, 3_000], [9, 45, 9_000]), new DisplayHeights())).toBeUndefined();
  });
});

describe('A place behind a hill', () => {
  const drawn = (heights: DisplayHeights, [x, y, height]: [number, number, number]) =>
    Cartesian3.fromDegrees(x, y, heights.raised(height));
  const hidden = (place: [number, number, number], eye: [number, number, number]) => {
    const heights = wearing();
    return isBehindGround(drawn(heights, place), drawn(heights, eye), heights);
  };
  /** 2 km to the south of the tip, 50 m above the plain, 250 m below the tip. */
  const EYE: [number, number, number] = [9, 44.982, 150];

  it('is hidden from the other side, and not from above', () => {
    expect(hidden([9, 45.018, 100], EYE)).toBe(true);
    expect(hidden([9, 45.018, 100], [9, 44.982, 3_000])).toBe(false);
  });

  it('does not hide what is in front of it, beside it, or above it', () => {
    // The cone begins 1,500 m from its tip, 0.0135°.
    expect(hidden([9, 44.984, 100], EYE)).toBe(false);
    expect(hidden([9.06, 45.018, 100], EYE)).toBe(false);
    // Over the tip at 400 m the line from 150 m reaches 650 m as far behind it.
    expect(hidden([9, 45.018, 700], EYE)).toBe(false);
  });

  it('does not exist without a terrain', () => {
    const heights = new DisplayHeights();
    expect(isBehindGround(drawn(heights, [9, 45.018, 100]), drawn(heights, EYE), heights)).toBe(false);
  });
});
