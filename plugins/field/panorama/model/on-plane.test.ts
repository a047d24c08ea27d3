import { describe, expect, it } from 'vitest';
import { inSpace, lengthOfVector, minus, type Vector } from '#core/geodesy';
import type { PanoramicPlace } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import type { Sight } from './measuring.ts';
import { meetPlaneOf } from './on-plane.ts';
import type { Covariance } from './rays.ts';

const FRAME = new LocalFrame([12.5, 41.9, 50]);
const SIGMA = { position: 0.02, direction: 0.1, corner: 0.03 };

let seed = 11;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

function sightTo(target: Vector, noise = 0): Sight {
  const camera = [0, 0, 0].map(() => noise * SIGMA.position * normal()) as unknown as Vector;
  const turn = noise * ((SIGMA.direction * Math.PI) / 180);
  const length = lengthOfVector(target);
  const direction = target.map((value) => value / length + turn * normal()) as unknown as Vector;
  return {
    place: { id: 'a', name: 'a.jpg', position: FRAME.toPosition(camera) } as unknown as PanoramicPlace,
    accuracy: { ...SIGMA, assumed: false },
    origin: inSpace(FRAME.toPosition(camera)),
    direction: FRAME.inSpace(
      direction.map((value) => value / lengthOfVector(direction)) as unknown as Vector,
    ),
  };
}

const spread = [0, 1, 2].map((i) =>
  [0, 1, 2].map((j) => (i === j ? SIGMA.corner ** 2 : 0)),
) as unknown as Covariance;
const cornerAt = (place: Vector, noise = 0) => ({
  position: FRAME.toPosition(
    place.map((value) => value + noise * SIGMA.corner * normal()) as unknown as Vector,
  ),
  covariance: spread,
  from: ['b.jpg', 'c.jpg'],
  assumed: false,
  lacksHeight: false,
});
/** A roof that rises to the north, and on it a place: z = 2 + y / 4 − 2.5. */
const ROOF: Vector[] = [
  [-4, 10, 2],
  [5, 10, 2],
  [0, 18, 4],
];
const ON_ROOF: Vector = [1, 14, 3];
/** A façade that faces south. */
const WALL: Vector[] = [
  [-6, 12, 0],
  [6, 12, 1],
];
const ON_WALL: Vector = [2, 12, 4];

describe('A line of sight', () => {
  it('meets the plane through three points, and the upright one through two, where they are', () => {
    for (const [corners, target] of [
      [ROOF, ON_ROOF],
      [WALL, ON_WALL],
    ] as const) {
      const found = meetPlaneOf(
        sightTo(target),
        corners.map((place) => cornerAt(place)),
      )!;
      expect(lengthOfVector(minus(FRAME.toLocal(found.position), target))).toBeLessThan(1e-6);
      expect(found.from).toEqual(['b.jpg', 'c.jpg', 'a.jpg']);
    }
  });

  it('has none where three points lie in a line, or the plane is behind the camera', () => {
    const line = [0, 1, 2].map((i) => cornerAt([i, 10, i]));
    expect(meetPlaneOf(sightTo(ON_ROOF), line)).toBeUndefined();
    expect(
      meetPlaneOf(
        sightTo([0, -5, 0]),
        WALL.map((place) => cornerAt(place)),
      ),
    ).toBeUndefined();
  });

  it('has a ± that covers the truth in 95 ± 2 % of noisy trials: of camera, direction and corners', () => {
    for (const [corners, target] of [
      [ROOF, ON_ROOF],
      [WALL, ON_WALL],
    ] as const) {
      const trials = 4_000;
      let covered = 0;
      for (let i = 0; i < trials; i++) {
        const found = meetPlaneOf(
          sightTo(target, 1),
          corners.map((place) => cornerAt(place, 1)),
        )!;
        if (lengthOfVector(minus(FRAME.toLocal(found.position), target)) <= found.radius) covered++;
      }
      expect(covered / trials).toBeGreaterThan(0.93);
      expect(covered / trials).toBeLessThan(0.97);
    }
  });
});
