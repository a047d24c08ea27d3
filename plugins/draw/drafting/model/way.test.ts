import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { desk, object } from '#core/testing';
import { Network } from './network.ts';
import { Ways } from './way.ts';

/** Thousandths of a degree at the equator, where both axes have the same scale. */
const at = (x: number, y: number): Position => [x / 1000, y / 1000];
const lines = (...all: Position[][]) =>
  desk(all.map((coordinates, i) => object(String(i), { type: 'LineString', coordinates }))).project.document;
const way = (document: ReturnType<typeof lines>, from: Position, to: Position) =>
  new Ways(new Network(document.index, () => true, 1), from).to(to);

describe('The shortest path along edges', () => {
  const around = lines([at(0, 0), at(4, 0), at(4, 3), at(0, 3), at(0, 0)]);

  it('goes round a figure by its shorter side', () => {
    // From (1, 0) to (0, 2): 1 + 2 by the corner (0, 0), 3 + 3 + 4 + 1 the other way.
    expect(way(around, at(1, 0), at(0, 2))).toEqual([at(0, 0)]);
    // From (3, 0) to (4, 2) by (4, 0).
    expect(way(around, at(3, 0), at(4, 2))).toEqual([at(4, 0)]);
    // From vertex to vertex across: 4 + 3 either way, by one corner.
    expect(way(around, at(0, 0), at(4, 3))).toHaveLength(1);
  });

  it('is straight along one edge', () => {
    expect(way(around, at(1, 0), at(3, 0))).toEqual([]);
  });

  it('changes from object to object where they meet, at a vertex or in the middle of an edge', () => {
    const meeting = lines([at(0, 0), at(10, 0)], [at(4, 0), at(4, 5)], [at(4, 5), at(8, 5)]);
    expect(way(meeting, at(1, 0), at(7, 5))).toEqual([at(4, 0), at(4, 5)]);
  });

  it('turns off where edges cross without a vertex', () => {
    const crossing = lines([at(0, 0), at(10, 0)], [at(5, -5), at(5, 5)]);
    expect(way(crossing, at(1, 0), at(5, 4))).toEqual([at(5, 0)]);
  });

  it('is the shorter of two, even with more corners', () => {
    // Above: 2 × √(5² + 5²) = 14.1 with one corner; below 1 + 10 + 1 = 12 with two.
    const two = lines([at(0, 0), at(5, 5), at(10, 0)], [at(0, 0), at(0, -1), at(10, -1), at(10, 0)]);
    expect(way(two, at(0, 0), at(10, 0))).toEqual([at(0, -1), at(10, -1)]);
  });

  it('does not exist between objects that do not touch', () => {
    expect(way(lines([at(0, 0), at(1, 0)], [at(0, 2), at(1, 2)]), at(0, 0), at(1, 2))).toBe('nowhere');
  });

  it('is found among 100,000 parcels with few index lookups', () => {
    const side = 317;
    const square = (x: number, y: number): Position[] => [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1), at(x, y)]; // prettier-ignore
    const { document } = desk(
      Array.from({ length: 100_000 }, (_, i) =>
        object(String(i), { type: 'Polygon', coordinates: [square(i % side, Math.floor(i / side))] }),
      ),
    ).project;
    let calls = 0;
    const index = {
      ...document.index,
      segments: (extent: Parameters<typeof document.index.segments>[0]) => {
        calls++;
        return document.index.segments(extent);
      },
    };
    const network = new Network(index, () => true, 1);
    const ways = new Ways(network, at(100, 150));
    // 40 edges along a row of sides.
    expect(ways.to(at(140, 150))).toHaveLength(39);
    // Each node queries the index once for itself and once for each of its edges, which it shares with the next.
    expect(calls).toBeLessThan(1_000);
    const before = calls;
    expect(ways.to(at(141, 150))).toHaveLength(40);
    expect(calls - before).toBeLessThan(50);
  });

  it('is the same whatever other paths were searched before from there', () => {
    // A grid with irregular diagonals, so that path lengths differ.
    const net: Position[][] = [];
    for (let i = 0; i <= 12; i++) net.push([at(i, 0), at(i, 12)], [at(0, i), at(12, i)]);
    for (let i = 0; i < 12; i += 3) net.push([at(i, (i * 5) % 11), at(i + 1, ((i * 5) % 11) + 1)]);
    const document = lines(...net);
    const ways = new Ways(new Network(document.index, () => true, 1), at(2.5, 3));
    const length = (path: readonly Position[] | string, end: Position) => {
      const places = [at(2.5, 3), ...(path as readonly Position[]), end];
      return places
        .slice(1)
        .reduce((sum, [x, y], i) => sum + Math.hypot(x - places[i]![0], y - places[i]![1]), 0);
    };
    for (let i = 0; i < 60; i++) {
      const end =
        i % 2 ? at((i * 7) % 13, ((i * 3.3) % 12) + 0.1) : at(((i * 2.7) % 12) + 0.05, (i * 5) % 13);
      expect(length(ways.to(end), end)).toBeCloseTo(length(way(document, at(2.5, 3), end), end), 12);
    }
  });
});
