import { describe, expect, it } from 'vitest';
import type { Geometry, Position } from '#core/protocol';
import { linesOnScreen } from './on-screen.ts';

/** A pixel per degree, from the middle of a world map; the south is behind the horizon. */
const view = {
  toPixel: ([x, y]: Position) => (y < 0 ? undefined : ([x, -y] as [number, number])),
};

describe('the lines of a figure on the screen', () => {
  it('break where a vertex is not visible; points have none', () => {
    const line: Geometry = { type: 'LineString', coordinates: [[0, 1], [1, 1], [2, -1], [3, 1], [4, 2]] }; // prettier-ignore
    const place: Geometry = { type: 'Point', coordinates: [0, 0] };
    expect(linesOnScreen([line, place], view)).toEqual([
      [0, -1, 1, -1],
      [3, -1, 4, -2],
    ]);
  });

  it('are not computed for a figure of very many vertices', () => {
    const coordinates = Array.from({ length: 2001 }, (_, i): Position => [i / 100, 1]);
    expect(linesOnScreen([{ type: 'LineString', coordinates }], view)).toEqual([]);
  });
});
