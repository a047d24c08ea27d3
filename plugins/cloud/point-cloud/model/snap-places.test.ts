import { expect, it } from 'vitest';
import type { CloudMeasured } from '#core/protocol';
import type { CloudRay } from '../api.ts';
import { snapPlace, snapRequest } from './snap-places.ts';

const source = { cloudId: 'c', content: 1, edits: 0, points: 9, complete: true, stoppedBy: null };
const measured = (found: object) => ({ source, ...found }) as unknown as CloudMeasured;
/** Straight down at x = 3, y = 4. */
const ray: CloudRay = { origin: [3, 4, 100], direction: [0, 0, -1], spread: 0, radius: 0.1 };

it('meets a plane where the pointer is, and not one that is seen from its side', () => {
  // z = x + 7: rises to the east.
  const normal = [-Math.SQRT1_2, 0, Math.SQRT1_2];
  const plane = { centre: [0, 0, 7], normal, plusMinus: 0.002 };
  const found = snapPlace(measured({ measure: 'plane', plane }), ray)!;
  expect(found.place.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([3, 4, 10]);
  expect(found.plusMinus).toBe(0.002);
  const wall = { centre: [0, 0, 7], normal: [1, 0, 0], plusMinus: 0.002 };
  expect(snapPlace(measured({ measure: 'plane', plane: wall }), ray)).toBeUndefined();
});

it('follows the pointer along an edge and the axis of a pipe', () => {
  const line = { point: [0, 2, 5], direction: [1, 0, 0], plusMinus: 0.01 };
  for (const measure of ['edge', 'axis'])
    expect(snapPlace(measured({ measure, [measure]: line }), ray)).toEqual({
      place: [3, 2, 5],
      plusMinus: 0.01,
    });
});

it('stays at a corner and on the ground, whose ± may be unknown, and finds nothing where there is nothing', () => {
  const corner = { point: [1, 2, 3], plusMinus: 0.02 };
  expect(snapPlace(measured({ measure: 'corner', corner }), ray)!.place).toEqual([1, 2, 3]);
  const ground = { position: [3, 4, 1], plusMinus: null };
  expect(snapPlace(measured({ measure: 'ground', ground }), ray)).toEqual({
    place: [3, 4, 1],
    plusMinus: undefined,
  });
  expect(snapPlace(measured({ measure: 'edge', edge: null }), ray)).toBeUndefined();
});

it('looks for edges and corners around one place', () => {
  const around = { near: [1, 2, 3], radius: 0.5 };
  const among = { classes: [2] };
  expect(snapRequest('corner', [1, 2, 3], 0.5, among)).toEqual({
    measure: 'corner',
    at: [around],
    classes: [2],
  });
  expect(snapRequest('axis', [1, 2, 3], 0.5, among)).toEqual({ measure: 'axis', ...around, classes: [2] });
});
