import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { doubleArea } from '#core/shapes';
import { desk, object } from '#core/testing';
import { cutHole, holeProblem, partAt } from './hole.ts';

const square = (at: number, size: number, height?: number): Position[] =>
  [
    [at, at],
    [at + size, at],
    [at + size, at + size],
    [at, at + size],
    [at, at],
  ].map(([x, y]) => (height === undefined ? [x!, y!] : [x!, y!, height]));
const open = (ring: Position[]): Position[] => ring.slice(0, -1);
const plain = object('a', { type: 'Polygon', coordinates: [square(0, 10)] });
const pierced = object('a', { type: 'Polygon', coordinates: [square(0, 10), square(4, 2).toReversed()] });

describe('cutting a hole', () => {
  it('adds the ring to the polygon, closed and wound clockwise', () => {
    const { document } = desk([plain]).project;
    const [change] = cutHole('a', 0, open(square(2, 3)))(document);
    const location = change!.after!.location;
    if (location.type !== 'Polygon') throw new Error(location.type);
    expect(location.coordinates[0]).toEqual(square(0, 10));
    expect(location.coordinates[1]).toHaveLength(5);
    expect(doubleArea(location.coordinates[1]!)).toBeLessThan(0);
    expect(plain.location.coordinates).toHaveLength(1);
  });

  it('gives each vertex the height of the nearest outer vertex where the polygon has heights', () => {
    // West edge 0 m, east edge 10 m.
    const outer = square(0, 10).map(([x, y]): Position => [x, y, x]);
    const { document } = desk([object('a', { type: 'Polygon', coordinates: [outer] })]).project;
    const ring: Position[] = [
      [1, 1],
      [9, 1],
      [9, 9, 7.5],
    ];
    const [change] = cutHole('a', 0, ring)(document);
    const hole = (change!.after!.location.coordinates as Position[][])[1]!;
    expect(hole.map((vertex) => vertex[2]).sort()).toEqual([0, 0, 10, 7.5].sort());
  });

  it('goes into the part of a multipolygon that contains the ring', () => {
    const two = object('m', { type: 'MultiPolygon', coordinates: [[square(0, 10)], [square(20, 10)]] });
    expect(partAt(two, [25, 25])).toBe(1);
    expect(partAt(two, [15, 15])).toBeUndefined();
    const [change] = cutHole('m', 1, open(square(22, 2)))(desk([two]).project.document);
    expect((change!.after!.location.coordinates as Position[][][]).map((part) => part.length)).toEqual([
      1, 2,
    ]);
  });

  it.each([
    ['outside the polygon', plain, open(square(8, 5)), 'hole.outside'],
    [
      'through itself',
      plain,
      [
        [1, 1],
        [5, 5],
        [5, 1],
        [1, 5],
      ] as Position[],
      'hole.crosses-itself',
    ],
    ['across another hole', pierced, open(square(3, 2)), 'hole.crosses'],
    ['inside another hole', pierced, open(square(4.5, 1)), 'hole.in-hole'],
    ['around another hole', pierced, open(square(3, 4)), 'hole.in-hole'],
  ])('is refused %s', (_, target, ring, problem) => {
    expect(holeProblem(target, 0, ring)).toBe(problem);
    expect(cutHole('a', 0, ring)(desk([target]).project.document)).toEqual([]);
  });

  it('changes nothing where the object no longer exists', () => {
    expect(cutHole('gone', 0, open(square(2, 3)))(desk().project.document)).toEqual([]);
  });
});
