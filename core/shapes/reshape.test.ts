import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { planeArea, reshapeAlong, splitPolygon, type Reshapable } from './index.ts';

const square: Reshapable = {
  type: 'Polygon',
  coordinates: [[[0, 0, 10], [4, 0, 10], [4, 4, 20], [0, 4, 20], [0, 0, 10]]],
}; // prettier-ignore
const done = (geometry: Reshapable, path: Position[]): Reshapable => {
  const outcome = reshapeAlong(geometry, path);
  if ('refused' in outcome) throw new Error(outcome.refused);
  return outcome.location;
};
const areaOf = (geometry: Reshapable): number => planeArea(geometry.coordinates as Position[][]);

describe('Reshaping along a path', () => {
  it('replaces a stretch of a line with the path, in either direction', () => {
    const line: Reshapable = { type: 'LineString', coordinates: [[0, 0, 0], [2, 0, 2], [4, 0, 4]] }; // prettier-ignore
    const expected = [[0, 0, 0], [1, 0, 1], [1, 1, 1.5], [3, 1, 2.5], [3, 0, 3], [4, 0, 4]]; // prettier-ignore
    const path: Position[] = [[1, -1], [1, 1], [3, 1], [3, -1]]; // prettier-ignore
    const [forth, back] = [done(line, path), done(line, path.toReversed())].map(({ coordinates }) => coordinates as Position[]); // prettier-ignore
    expect(forth!.map(([x, y]) => [x, y])).toEqual(expected.map(([x, y]) => [x, y]));
    expect(back).toEqual(forth);
    // From 1 to 3 over 1 + 2 + 1: half a metre, then one, then half a metre.
    expect(forth!.map(([, , height]) => height)).toEqual([0, 1, 1.5, 2.5, 3, 4]);
  });

  it('adds to a polygon what is outside of it, removes what is inside, and keeps its winding', () => {
    const bump = done(square, [[4, 1], [6, 1], [6, 3], [4, 3]]); // prettier-ignore
    expect(areaOf(bump)).toBeCloseTo(16 + 2 * 2, 9);
    const dent = done(square, [[5, 1], [3, 1], [3, 3], [5, 3]]); // prettier-ignore
    expect(areaOf(dent)).toBeCloseTo(16 - 1 * 2, 9);
    const [ring] = dent.coordinates as Position[][];
    expect(ring![0]).toEqual(ring!.at(-1));
    // At 4, 1 the eastern edge is a quarter of the way from 10 to 20.
    expect(ring!.find(([x, y]) => x === 4 && y === 1)![2]).toBe(12.5);
  });

  it('changes the ring of a hole that the path meets', () => {
    const hole: Position[] = [[1, 1], [1, 3], [3, 3], [3, 1], [1, 1]]; // prettier-ignore
    const outer: Position[] = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]; // prettier-ignore
    const court: Reshapable = { type: 'Polygon', coordinates: [outer, hole] };
    // The hole grows by a square of 0.5 by 1.
    const after = done(court, [[3, 1.5], [3.5, 1.5], [3.5, 2.5], [3, 2.5]]); // prettier-ignore
    expect(areaOf(after)).toBeCloseTo(16 - 4 - 0.5, 9);
    expect((after.coordinates as Position[][])[0]).toEqual(outer);
  });

  it('refuses a path that meets the outline once or never, and one that would make it cross itself', () => {
    expect(reshapeAlong(square, [[10, 10], [11, 11]])).toEqual({ refused: 'misses' }); // prettier-ignore
    expect(reshapeAlong(square, [[1, 1], [10, 1]])).toEqual({ refused: 'misses' }); // prettier-ignore
    const through: Position[] = [[4, 1], [6, 1], [6, 2], [-2, 2], [-2, 3], [0, 3]]; // prettier-ignore
    expect(reshapeAlong(square, through)).toEqual({ refused: 'crosses-itself' });
  });

  it('by a cut across leaves the larger part of the split', () => {
    const share = fc.double({ min: 0.01, max: 3.99, noNaN: true });
    fc.assert(
      fc.property(share, share, (west, east) => {
        const cut: Position[] = [[-1, west], [5, east]]; // prettier-ignore
        const split = splitPolygon(square, [cut]);
        if ('refused' in split) throw new Error('not split');
        const largest = Math.max(...split.parts.map(({ coordinates }) => planeArea(coordinates)));
        expect(areaOf(done(square, cut))).toBeCloseTo(largest, 9);
      }),
    );
  });
});
