import { expect, it } from 'vitest';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { Attractors } from './attractors.ts';

/** One pixel is a thousandth of a degree, from 12° E, 43° N. */
const view = { toPosition: ([x, y]: Pixel): Position => [12 + x / 1_000, 43 - y / 1_000] };
const corner = (x: number, y: number) => view.toPosition([x, y]);

it('finds the edges and points near the pointer, and no others', () => {
  const attractors = new Attractors([
    { type: 'LineString', coordinates: [corner(100, 100), corner(200, 100), corner(200, 900)] },
    { type: 'Point', coordinates: corner(90, 90) },
    { type: 'Point', coordinates: corner(500, 500) },
  ]);
  expect(attractors.near(view, [95, 95]).map(({ from, to }) => [from, to])).toEqual(
    expect.arrayContaining([
      [corner(100, 100), corner(200, 100)],
      [corner(90, 90), corner(90, 90)],
    ]),
  );
  expect(attractors.near(view, [95, 95])).toHaveLength(2);
  expect(attractors.near(view, [300, 300])).toEqual([]);
});
