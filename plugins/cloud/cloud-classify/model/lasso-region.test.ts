import { describe, expect, it } from 'vitest';
import type { Pixel } from '#core/mapview';
import { lassoRegion, type LassoView } from './lasso-region.ts';

type Vector = readonly [number, number, number];
const EYE: Vector = [500_000, 4_500_000, 300];
const [FORWARD, RIGHT] = [[0.6, 0.64, -0.48], [0.7295372041400852, -0.683941128881, 0]] as [Vector, Vector]; // prettier-ignore
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const UP = cross(RIGHT, FORWARD);
const sum = (...vectors: readonly Vector[]): Vector =>
  [0, 1, 2].map((i) => vectors.reduce((all, one) => all + one[i]!, 0)) as unknown as Vector;
const times = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** 800 × 600 pixels; a pixel is a 500th of the distance, or 0.05 with a parallel projection. */
function viewOf(parallel: boolean): LassoView & { pixelOf(place: Vector): Pixel } {
  return {
    eye: { at: EYE, direction: FORWARD },
    rayAt: ([x, y]) => {
      const aside = sum(times(RIGHT, (x - 400) / 500), times(UP, (300 - y) / 500));
      if (parallel)
        return {
          origin: sum(EYE, times(aside, 25), times(FORWARD, -40)),
          direction: FORWARD,
          spread: 0,
          radius: 0.025,
        };
      const direction = sum(FORWARD, aside);
      return {
        origin: EYE,
        direction: times(direction, 1 / Math.hypot(...direction)),
        spread: 0.001,
        radius: 0,
      };
    },
    pixelOf: (place) => {
      const from = sum(place, times(EYE, -1));
      const depth = parallel ? 25 : dot(from, FORWARD);
      return [400 + (500 * dot(from, RIGHT)) / depth, 300 - (500 * dot(from, UP)) / depth];
    },
  };
}

function isWithin([x, y]: readonly [number, number], ring: readonly (readonly number[])[]): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay, bx, by] = [ring[i]![0]!, ring[i]![1]!, ring[j]![0]!, ring[j]![1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

describe('A lasso in the view', () => {
  const ring: Pixel[] = [[120, 80], [520, 60], [610, 400], [300, 250], [150, 420]]; // prettier-ignore

  it.each([false, true])(
    'encloses on the server what it encloses on the screen (parallel: %s)',
    (parallel) => {
      const view = viewOf(parallel);
      const region = lassoRegion(view, ring, 60);
      if (region.kind !== 'lasso') throw new Error('no lasso');
      const m = region.matrix;
      let inside = 0;
      for (let i = 0; i < 3000; i++) {
        const place = sum(
          EYE,
          times(FORWARD, 5.3 + ((i * 37) % 90)),
          times(RIGHT, ((i * 53) % 600) / 10 - 30.03),
          times(UP, ((i * 91) % 500) / 10 - 25.02),
        );
        const from = place.map((value, n) => value - region.origin[n]!);
        const clip = [0, 1, 3].map(
          (row) => m[row]! * from[0]! + m[4 + row]! * from[1]! + m[8 + row]! * from[2]! + m[12 + row]!,
        ) as [number, number, number];
        const depth = dot(from as unknown as Vector, region.direction as Vector);
        const isThere =
          clip[2] > 0 &&
          depth <= region.far! &&
          isWithin([clip[0] / clip[2], clip[1] / clip[2]], region.ring);
        const isSeen = isWithin(view.pixelOf(place), ring) && dot(sum(place, times(EYE, -1)), FORWARD) <= 60;
        expect(isThere).toBe(isSeen);
        if (isSeen) inside++;
      }
      expect(inside).toBeGreaterThan(100);
      for (const value of region.ring.flat()) expect(Math.abs(value)).toBeLessThanOrEqual(1);
    },
  );
});
