import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { keepHeights } from './keep-heights.ts';

const line = (...coordinates: Position[]) => ({ type: 'LineString' as const, coordinates });

describe('a geometry without heights', () => {
  const before = line([12, 42, 10], [12.001, 42, 20], [12.002, 42, 40]);

  it('keeps those of vertices that stay and of one that is moved', () => {
    expect(keepHeights(before, line([12, 42], [12.001, 42.5], [12.002, 42]))).toEqual(
      line([12, 42, 10], [12.001, 42.5, 20], [12.002, 42, 40]),
    );
  });

  it('gets them along the line for a new vertex, and keeps the others', () => {
    const { coordinates } = keepHeights(before, line([12, 42], [12.0005, 42], [12.001, 42], [12.002, 42]));
    expect((coordinates as Position[]).map(([, , height]) => height)).toEqual([
      10,
      expect.closeTo(15, 6),
      20,
      40,
    ]);
  });

  it('keeps those that are left when a vertex is removed', () => {
    expect(keepHeights(before, line([12, 42], [12.002, 42]))).toEqual(line([12, 42, 10], [12.002, 42, 40]));
  });

  it('keeps the one of a point, and of a polygon in several parts', () => {
    const point = { type: 'Point' as const, coordinates: [12, 42, 7] as Position };
    expect(keepHeights(point, { type: 'Point', coordinates: [13, 43] })).toEqual({
      type: 'Point',
      coordinates: [13, 43, 7],
    });
    const ring = (...heights: number[]) =>
      [[0, 0], [1, 0], [1, 1], [0, 0]].map((at, n) => [...at, ...heights.slice(n, n + 1)] as Position); // prettier-ignore
    const parts = (first: Position[]) => ({ type: 'MultiPolygon' as const, coordinates: [[first]] });
    expect(keepHeights(parts(ring(1, 2, 3, 1)), parts(ring()))).toEqual(parts(ring(1, 2, 3, 1)));
  });

  it('gets that of the nearest point where there are only points', () => {
    const points = (...coordinates: Position[]) => ({ type: 'MultiPoint' as const, coordinates });
    expect(keepHeights(points([12, 42, 1], [13, 42, 2]), points([12, 42], [13, 42], [13.1, 42]))).toEqual(
      points([12, 42, 1], [13, 42, 2], [13.1, 42, 2]),
    );
  });

  it('is left as it is where heights were sent, or the object has none', () => {
    const high = line([12, 42, 1], [13, 42, 1]);
    expect(keepHeights(before, high)).toBe(high);
    const flat = line([12, 42], [13, 42]);
    expect(keepHeights(line([12, 42], [12.5, 42]), flat)).toBe(flat);
  });
});
