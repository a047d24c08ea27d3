import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Position } from '#core/protocol';
import {
  intersection,
  crossesItself,
  planeArea,
  splitPolygon,
  union,
  repairRings,
  difference,
  type Rings,
} from './index.ts';
import { SegmentIndex } from './segments.ts';

const box = (west: number, south: number, east: number, north: number): Rings => [
  [[west, south], [east, south], [east, north], [west, north], [west, south]],
]; // prettier-ignore
const area = (parts: Rings[]): number => parts.reduce((sum, part) => sum + planeArea(part), 0);
const keys = (rings: Rings): string[] => rings.flat().map(([x, y]) => `${x} ${y}`);

describe('The union of polygons', () => {
  it('of neighbours is one polygon, without their common edge', () => {
    const [whole, ...rest] = union([box(12, 43, 12.001, 43.001), box(12.001, 43, 12.002, 43.001)]);
    expect(rest).toEqual([]);
    expect(whole).toHaveLength(1);
    // 0.002 by 0.001 degrees.
    expect(area([whole!])).toBeCloseTo(2e-6, 15);
    // Four corners, and the two where the edge was: surveyed vertices are kept.
    expect(whole![0]).toHaveLength(7);
  });

  it('of neighbours leaves no slit where one has a vertex on the other\u2019s edge, within a tenth of a millimetre', () => {
    const slanted: Rings = [[[12, 43], [12.001, 43.0003], [12.0007, 43.001], [12, 43]]]; // prettier-ignore
    // On the edge from 12, 43 to 12.001, 43.0003, but for rounding and half the tolerance.
    const third: Position = [12 + 0.001 / 3, 43 + 0.0001 - 5e-10];
    const below: Rings = [[[12, 43], [12.0005, 42.999], [12.001, 43.0003], third, [12, 43]]]; // prettier-ignore
    const parts = union([slanted, below]);
    expect(parts).toHaveLength(1);
    expect(parts[0]).toHaveLength(1);
  });

  it('of a polygon with a hole keeps the hole, and fills it with the polygon that fits', () => {
    const around: Rings = [...box(0, 0, 3, 3), box(1, 1, 2, 2)[0]!.toReversed()];
    const adjacent = box(3, 0, 4, 3);
    expect(area(union([around, adjacent]))).toBeCloseTo(9 - 1 + 3, 9);
    expect(area(union([around, box(1, 1, 2, 2)]))).toBeCloseTo(9, 9);
    // An island in the hole stays an island.
    expect(union([around, box(1.2, 1.2, 1.8, 1.8)])).toHaveLength(2);
  });

  it('keeps vertices with their heights; where outlines cross the height is that of the edge', () => {
    const high = (rings: Rings, height: number): Rings =>
      rings.map((ring) => ring.map(([x, y]) => [x, y, height]));
    const [[ring]] = union([high(box(0, 0, 2, 2), 10), high(box(1, 1, 3, 3), 20)]) as [Rings];
    const heights = new Map(ring!.map(([x, y, z]) => [`${x} ${y}`, z]));
    expect(heights.get('0 0')).toBe(10);
    expect(heights.get('3 3')).toBe(20);
    // At 2, 1 an edge at 10 crosses one at 20: either is right, nothing else.
    const crossing = ring!.find(([x, y]) => Math.abs(x - 2) < 1e-9 && Math.abs(y - 1) < 1e-9)!;
    expect([10, 20]).toContain(crossing[2]);
    expect(ring!.every((vertex) => vertex.length === 3)).toBe(true);
  });

  it('of the parts of a split is the original, with every vertex', () => {
    const point = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 6 }), (points) => {
        const whole = box(12, 43, 12.001, 43.001);
        const inner = points.map(([x, y]): Position => [12 + x / 1000, 43 + y / 1000]);
        const cut: Position[] = [[11.999, 43.0005], ...inner, [12.002, 43.0005]];
        const split = splitPolygon({ type: 'Polygon', coordinates: whole }, [cut]);
        if ('refused' in split) return;
        const parts = split.parts.map(({ coordinates }) => coordinates);
        const again = union(parts);
        expect(area(again)).toBeCloseTo(1e-6, 12);
        expect(again).toHaveLength(1);
        expect(crossesItself(again[0]!)).toBeUndefined();
        expect(keys(again[0]!)).toEqual(expect.arrayContaining(keys(whole)));
      }),
      { numRuns: 200 },
    );
  });

  it('has the same area in any order of the polygons', () => {
    const side = fc.integer({ min: 1, max: 8 });
    const at = fc.integer({ min: 0, max: 20 });
    const some = fc.array(
      fc.tuple(at, at, side, side).map(([x, y, w, h]) => box(x, y, x + w, y + h)),
      { minLength: 2, maxLength: 8 },
    );
    fc.assert(
      fc.property(some, (boxes) => {
        // Counted by squares.
        let covered = 0;
        for (let x = 0; x < 28; x++)
          for (let y = 0; y < 28; y++)
            if (boxes.some(([r]) => x >= r![0]![0] && x < r![2]![0] && y >= r![0]![1] && y < r![2]![1]))
              covered++;
        expect(area(union(boxes))).toBeCloseTo(covered, 6);
        expect(area(union(boxes.toReversed()))).toBeCloseTo(covered, 6);
      }),
    );
  });
});

describe('Overlays of outlines with very many vertices', () => {
  /** Polygons with concave outlines, some self-crossing, some with a hole; each vertex's number is its height. */
  const polygon = (turned: number) =>
    fc
      .record({
        x: fc.integer({ min: -997, max: 997 }),
        y: fc.integer({ min: -997, max: 997 }),
        vertices: fc.integer({ min: 3, max: 400 }),
        lobes: fc.integer({ min: 0, max: 5 }),
        turns: fc.constantFrom(1, 1, 1, 2),
        deep: fc.double({ min: 0, max: 0.9, noNaN: true }),
        fine: fc.double({ min: 0, max: 0.1, noNaN: true }),
        sizes: fc.constantFrom([1], [1, 0.6]),
      })
      .map(({ x, y, vertices, lobes, turns, deep, fine, sizes }): Rings =>
        sizes.map((size) => {
          const ring = Array.from({ length: vertices }, (_, i): Position => {
            const angle = turned + (2 * Math.PI * i * turns) / vertices;
            const radius = 1 + deep * Math.sin((lobes / turns) * angle) + fine * Math.sin(37 * angle);
            return [x / 997 + size * radius * Math.cos(angle), y / 997 + size * radius * Math.sin(angle), i];
          });
          return [...ring, ring[0]!];
        }),
      );

  /**
   * The vertices of each ring, wherever it begins. A crossing is only marked as one: where two edges run almost along
   * each other, it may be anywhere within a step of both.
   */
  function ringKeys(parts: readonly Rings[], given: ReadonlySet<string>): string[] {
    const ofRing = (ring: Position[]): string =>
      ring.slice(1).map((vertex) => (given.has(String(vertex)) ? String(vertex) : 'a crossing')).sort().join(); // prettier-ignore
    return parts.map((rings) => rings.map(ofRing).sort().join(' ')).sort();
  }

  it('are the same as when the library gets every vertex', () => {
    const operations = [
      (one: Rings, other: Rings) => union([one, other]),
      (one: Rings, other: Rings) => intersection([one], [other]),
      (one: Rings, other: Rings) => difference([one], [other]),
      repairRings,
    ];
    let skipped = 0;
    fc.assert(
      fc.property(polygon(0), polygon(0.1), fc.constantFrom(...operations), (one, other, operation) => {
        const isolated = vi.spyOn(SegmentIndex.prototype, 'isolatedStretches');
        try {
          const given = new Set([...one, ...other].flat().map(String));
          const parts = operation(one, other);
          skipped += isolated.mock.results[0]!.value.size;
          isolated.mockReturnValue(new Map());
          expect(ringKeys(parts, given)).toEqual(ringKeys(operation(one, other), given));
        } finally {
          isolated.mockRestore();
        }
      }),
      { numRuns: 100 },
    );
    expect(skipped).toBeGreaterThan(100);
  });
});

describe('Other overlays', () => {
  it('are intersection and difference, with the given vertices', () => {
    // 1 by 1 of two squares of 2 by 2.
    const [shared] = intersection([box(0, 0, 2, 2)], [box(1, 1, 3, 3)]);
    expect(area([shared!])).toBeCloseTo(1, 9);
    expect(keys(shared!)).toEqual(expect.arrayContaining(['1 1', '2 2']));
    const left = difference([box(0, 0, 2, 2)], [box(1, 1, 3, 3)]);
    expect(area(left)).toBeCloseTo(3, 9);
    expect(difference([box(0, 0, 2, 2)], [box(0, 0, 2, 2)])).toEqual([]);
    expect(intersection([box(0, 0, 1, 1)], [box(1, 0, 2, 1)])).toEqual([]);
    expect(union([])).toEqual([]);
  });

  it('split an outline that crosses itself, with the height of the edges at the crossing', () => {
    const bow: Rings = [[[0, 0, 5], [2, 2, 5], [2, 0, 5], [0, 2, 5], [0, 0, 5]]]; // prettier-ignore
    const parts = repairRings(bow);
    // Two triangles of base 2 and height 1.
    expect(parts.map((part) => planeArea(part))).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)]);
    expect(parts.every((part) => crossesItself(part) === undefined)).toBe(true);
    expect(parts.flat(2).every(([, , height]) => height === 5)).toBe(true);
  });

  it('split an outline that returns to a vertex', () => {
    const eight: Rings = [[[0, 0], [1, 1], [0, 2], [2, 2], [1, 1], [2, 0], [0, 0]]]; // prettier-ignore
    expect(repairRings(eight).map((part) => planeArea(part))).toEqual([
      expect.closeTo(1, 9),
      expect.closeTo(1, 9),
    ]);
  });

  it('leave a valid outline unchanged, with its hole', () => {
    const sound: Rings = [...box(0, 0, 3, 3), box(1, 1, 2, 2)[0]!.toReversed()];
    const parts = repairRings(sound);
    expect(area(parts)).toBeCloseTo(8, 9);
    expect(parts).toHaveLength(1);
    expect(parts[0]).toHaveLength(2);
  });
});
