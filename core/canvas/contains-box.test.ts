import { expect, it } from 'vitest';
import type { Geometry, Position } from '#core/protocol';
import { containsBox } from './contains-box.ts';
import { boxAround, flatOf } from './flat.ts';

const ring = (...corners: Position[]): Position[] => [...corners, corners[0]!];
const square = (x: number, y: number, half: number): Position[] =>
  ring([x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]);
const area = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });
/** The box of a square in degrees. */
const view = boxAround(flatOf(area(square(10, 10, 1))).coordinates);

it.each<[string, boolean, Geometry]>([
  ['a larger area', true, area(square(10, 10, 3))],
  ['an area with an edge in it', false, area(square(12, 10, 2.5))],
  ['a smaller area', false, area(square(10, 10, 0.5))],
  ['an area with a hole in it', false, area(square(10, 10, 3), square(10, 10, 0.2))],
  ['an area whose hole surrounds it', false, area(square(10, 10, 5), square(10, 10, 2))],
  ['an area with a hole beside it', true, area(square(10, 10, 5), square(13, 13, 1))],
  ['an area that passes around it', false, area(ring([5, 5], [15, 5], [15, 7], [7, 7], [7, 15], [5, 15]))],
  ['an edge that cuts a corner', false, area(ring([5, 5], [16, 5], [5, 16]))],
  ['a line around it', false, { type: 'LineString', coordinates: square(10, 10, 3) }],
])('%s contains the box: %s', (_, expected, geometry) => {
  expect(containsBox(flatOf(geometry), view)).toBe(expected);
});
