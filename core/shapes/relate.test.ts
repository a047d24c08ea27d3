import { describe, expect, it } from 'vitest';
import type { Geometry, Position } from '#core/protocol';
import { isWithin, meets, shapeOf } from './index.ts';

const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const area = (...rings: Position[][]): Geometry => ({ type: 'Polygon', coordinates: rings });
const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
/** A square of ten with a hole from four to six. */
const FRAME = area(box(0, 0, 10, 10), box(4, 4, 6, 6));
/** An L: the upper right quarter is missing. */
const L = area([[0, 0], [10, 0], [10, 5], [5, 5], [5, 10], [0, 10], [0, 0]]); // prettier-ignore

describe('Two shapes', () => {
  it.each([
    ['a point in an area', point(2, 2), FRAME, true],
    ['a point in its hole', point(5, 5), FRAME, false],
    ['a point on the edge of its hole', point(4, 5), FRAME, true],
    ['a point at its corner', point(10, 10), FRAME, true],
    ['a point on a line', point(5, 5), line([0, 0], [10, 10]), true],
    ['a point beside a line', point(5, 5.000001), line([0, 0], [10, 10]), false],
    [
      'two points at one place',
      point(1, 1),
      {
        type: 'MultiPoint',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
      true,
    ],
    ['lines that cross', line([0, 0], [10, 10]), line([0, 10], [10, 0]), true],
    ['lines that touch with an end', line([0, 0], [5, 5]), line([0, 10], [10, 0]), true],
    ['lines on one line, apart', line([0, 0], [4, 0]), line([5, 0], [9, 0]), false],
    ['lines on one line, over each other', line([0, 0], [5, 0]), line([4, 0], [9, 0]), true],
    ['an area within a hole', area(box(4.5, 4.5, 5.5, 5.5)), FRAME, false],
    ['an area around another', area(box(-5, -5, 20, 20)), FRAME, true],
    ['areas that share an edge', area(box(10, 0, 20, 10)), FRAME, true],
    ['areas apart', area(box(11, 0, 20, 10)), FRAME, false],
    ['a line that passes the notch of an L', line([6, 10], [10, 6]), L, false],
  ] as const)('meet or not, whichever is asked first: %s', (_, a, b, expected) => {
    expect(meets(shapeOf(a), shapeOf(b as Geometry))).toBe(expected);
    expect(meets(shapeOf(b as Geometry), shapeOf(a))).toBe(expected);
  });

  it.each([
    ['a box in it', area(box(1, 1, 3, 3)), FRAME, true],
    ['itself', FRAME, FRAME, true],
    ['a box over its hole', area(box(3, 3, 7, 7)), FRAME, false],
    ['a line across the hole, both ends in it', line([1, 5], [9, 5]), FRAME, false],
    ['a line along its edge', line([0, 0], [10, 0]), FRAME, true],
    ['a line that cuts the corner of the notch', line([2, 9], [9, 2]), L, false],
    ['a line from tip to tip, over the notch', line([5, 10], [10, 5]), L, false],
    ['a line that crosses out and ends there', line([1, 1], [20, 1]), L, false],
  ] as const)('one lies in the other or not: %s', (_, shape, around, expected) => {
    expect(isWithin(shapeOf(shape), shapeOf(around))).toBe(expected);
  });
});
