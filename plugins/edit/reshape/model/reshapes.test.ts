import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { areaOf, distance, loadProjections } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import { crossesItself, nearestOnEdge, simplified, simplifiedRing } from '#core/shapes';
import { geodesic, planeIn, type Metric } from '#core/sketch';
import { chartOf, type LocalPoint } from './chart.ts';
import { deviation } from './deviation.ts';
import { parallel } from './parallel.ts';
import { reshaped, sideOf } from './reshapes.ts';
import { smoothed } from './smooth.ts';

beforeAll(() => loadProjections());

const spot = fc
  .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
  .map(([x, y]): LocalPoint => [x, y]);
const way = fc.array(spot, { minLength: 2, maxLength: 40 });
const away = (place: LocalPoint, line: readonly LocalPoint[]): number =>
  Math.min(...line.slice(1).map((to, i) => nearestOnEdge(place, line[i]!, to).distance));

describe('A plane around a position', () => {
  it.each([
    ['geodesic', () => geodesic],
    ['EPSG:32633', () => planeIn('EPSG:32633')],
  ] as [string, () => Metric][])('leads there and back: %s', (_, of) => {
    const chart = chartOf({ type: 'Point', coordinates: [12.4, 43] }, of());
    const place: Position = [12.41, 43.02, 321];
    const back = chart.from(chart.to(place));
    expect(distance(back, place)).toBeLessThan(1e-6);
    expect(back[2]).toBe(321);
  });
});

describe('Simplifying', () => {
  it('removes vertices nearer than the tolerance to the result, and no others', () =>
    fc.assert(
      fc.property(way, fc.integer({ min: 1, max: 300 }), (line, tolerance) => {
        const vertices = simplified(line, tolerance).map((i) => line[i]!);
        expect(vertices[0]).toBe(line[0]);
        expect(vertices.at(-1)).toBe(line.at(-1));
        for (const place of line) expect(away(place, vertices)).toBeLessThanOrEqual(tolerance + 1e-9);
      }),
    ));

  it('keeps at least three corners of a ring, or reports that nothing remains', () => {
    const ring: LocalPoint[] = [[0, 0], [10, 0.1], [20, 0], [20, 20], [0, 20], [0, 0]]; // prettier-ignore
    expect(simplifiedRing(ring, 1)).toEqual([0, 2, 3, 4, 5]);
    expect(simplifiedRing(ring, 100)).toBeUndefined();
  });

  it('keeps vertices unchanged with their heights; removes small holes, but no outlines', () => {
    const [x, y] = [12, 43];
    // 1e-5 degrees are 1.1 m north and 0.8 m east.
    const outline: Position[] = [[x, y, 1], [x + 1e-3, y + 1e-6, 2], [x + 2e-3, y, 3], [x + 2e-3, y + 1e-3, 4], [x, y + 1e-3, 5], [x, y, 1]]; // prettier-ignore
    const hole: Position[] = [[x + 5e-4, y + 5e-4, 6], [x + 5e-4, y + 51e-5, 6], [x + 51e-5, y + 5e-4, 6], [x + 5e-4, y + 5e-4, 6]]; // prettier-ignore
    const polygon: Geometry = { type: 'Polygon', coordinates: [outline, hole] };
    // The second vertex is 0.11 m off the straight line.
    expect(reshaped('simplify', polygon, 0.2, geodesic)).toEqual({
      type: 'Polygon',
      coordinates: [outline.toSpliced(1, 1), hole],
    });
    expect(reshaped('simplify', polygon, 5, geodesic)).toEqual({
      type: 'Polygon',
      coordinates: [outline.toSpliced(1, 1)],
    });
    expect(reshaped('simplify', polygon, 5000, geodesic)).toEqual({
      type: 'Polygon',
      coordinates: [outline],
    });
  });
});

describe('Smoothing', () => {
  it('cuts corners at a quarter of the edges, with heights, and keeps the ends of a line', () => {
    expect(smoothed([[0, 0, 0], [4, 0, 4], [4, 4, 8]], false, 1)).toEqual([[0, 0, 0], [3, 0, 3], [4, 1, 5], [4, 4, 8]]); // prettier-ignore
  });

  it('keeps a ring closed and inside the original, with twice as many corners each round', () =>
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 12 }), fc.integer({ min: 1, max: 4 }), (corners, rounds) => {
        const open = Array.from({ length: corners }, (_, i): LocalPoint => {
          const angle = (2 * Math.PI * i) / corners;
          return [Math.cos(angle), Math.sin(angle)];
        });
        const ring = smoothed([...open, open[0]!], true, rounds);
        expect(ring).toHaveLength(corners * 2 ** rounds + 1);
        expect(ring[0]).toEqual(ring.at(-1));
        for (const [x, y] of ring) expect(Math.hypot(x, y)).toBeLessThan(1);
      }),
    ));

  it('refuses results with too many vertices', () => {
    const coordinates = Array.from({ length: 5000 }, (_, i): Position => [12 + i * 1e-6, 43]);
    expect(reshaped('smooth', { type: 'LineString', coordinates }, 6, geodesic)).toBe('large');
  });
});

describe('The deviation', () => {
  const chart = chartOf({ type: 'Point', coordinates: [12.4, 43] }, geodesic);
  const lineOf = (spots: readonly LocalPoint[]): Geometry => ({
    type: 'LineString',
    coordinates: spots.map((place) => chart.from(place)),
  });

  it('of a smoothed right angle is half the diagonal of the cut quarters, after every round', () => {
    const angle = lineOf([[0, 0], [40, 0], [40, 40]]); // prettier-ignore
    for (const rounds of [1, 2, 3]) {
      const round = reshaped('smooth', angle, rounds, geodesic) as Geometry;
      // The middle of the first cut stays on the line: 40 m / 4 / √2.
      expect(deviation(angle, round, geodesic)).toBeCloseTo(7.071, 2);
    }
  });

  it('of a simplified line is that of the farthest vertex, and at most the tolerance', () =>
    fc.assert(
      fc.property(way, fc.integer({ min: 1, max: 300 }), (spots, tolerance) => {
        const vertices = simplified(spots, tolerance).map((i) => spots[i]!);
        const actual = deviation(lineOf(spots), lineOf(vertices), geodesic);
        expect(actual).toBeLessThanOrEqual(tolerance + 1e-4);
        // The distance of the farthest vertex to the nearest edge, computed without an index.
        expect(Math.abs(actual - Math.max(...spots.map((place) => away(place, vertices))))).toBeLessThan(
          1e-3,
        );
      }),
    ));

  it('counts the distance of a removed hole from the result', () => {
    const square = (half: number): Position[] =>
      [[-half, -half], [half, -half], [half, half], [-half, half], [-half, -half]].map(([x, y]) => chart.from([x!, y!])); // prettier-ignore
    const whole: Geometry = { type: 'Polygon', coordinates: [square(50), square(1)] };
    const filled: Geometry = { type: 'Polygon', coordinates: [square(50)] };
    // Its corners are 1 m from the centre, 49 m from the nearest side.
    expect(deviation(whole, filled, geodesic)).toBeCloseTo(49, 3);
    expect(deviation(whole, whole, geodesic)).toBeLessThan(1e-6);
  });
});

describe('A parallel', () => {
  it('has sharp corners: 2 m right of an L', () => {
    // North and then east; right is east and then south.
    expect(parallel([[0, 0], [0, 10], [10, 10]], 2)).toEqual([[2, 0], [2, 8], [10, 8]]); // prettier-ignore
    expect(parallel([[0, 0], [0, 10], [10, 10]], -2)).toEqual([[-2, 0], [-2, 12], [10, 12]]); // prettier-ignore
  });

  it('removes the loop of a bend that is too narrow', () => {
    // A notch 2 m wide and deep: at 3 m on its side the parallel passes it straight.
    const notch: LocalPoint[] = [[0, 0], [10, 0], [11, -2], [12, 0], [22, 0]]; // prettier-ignore
    const beside = parallel(notch, -3)!;
    for (const place of beside) expect(away(place, notch)).toBeGreaterThan(3 - 1e-6);
    expect(beside[0]).toEqual([0, 3]);
    expect(beside.at(-1)).toEqual([22, 3]);
  });

  it('is nowhere nearer than the distance for any line, or does not exist', () =>
    fc.assert(
      fc.property(way, fc.integer({ min: -200, max: 200 }), (line, by) => {
        fc.pre(by !== 0);
        const beside = parallel(line, by);
        if (!beside) return;
        const middles = beside.slice(1).map((to, i): LocalPoint => [(beside[i]![0] + to[0]) / 2, (beside[i]![1] + to[1]) / 2]); // prettier-ignore
        for (const place of middles) expect(away(place, line)).toBeGreaterThan(Math.abs(by) - 1e-3);
      }),
    ));
});

describe('An offset on the ground', () => {
  const [lon, lat] = [12.4, 43];
  const line: Geometry = { type: 'LineString', coordinates: [[lon, lat, 7], [lon, lat + 0.001, 9]] }; // prettier-ignore

  it.each([
    ['geodesic', () => geodesic],
    ['in the plane of EPSG:32633', () => planeIn('EPSG:32633')],
  ] as [string, () => Metric][])('of a line is as far as typed, heights kept, %s', (_, of) => {
    const metric = of();
    const beside = reshaped('offset', line, 2.5, metric) as Extract<Geometry, { type: 'LineString' }>;
    for (const [i, vertex] of beside.coordinates.entries()) {
      expect(metric.segment(line.coordinates[i] as Position, vertex).length).toBeCloseTo(2.5, 5);
      expect(vertex[2]).toBe((line.coordinates[i] as Position)[2]);
      // Right of north is east.
      expect(vertex[0]).toBeGreaterThan(lon);
    }
  });

  it('of a square 100 m wide by 5 m is one of 110 m, inward one of 90 m; 60 m inward nothing remains', () => {
    const chart = chartOf({ type: 'Point', coordinates: [lon, lat] }, geodesic);
    const corners: LocalPoint[] = [[-50, -50, 3], [50, -50, 3], [50, 50, 3], [-50, 50, 3]]; // prettier-ignore
    const ring = corners.map((corner) => chart.from(corner));
    const square: Geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    const area = (by: number): number => {
      const result = reshaped('offset', square, by, geodesic) as Extract<Geometry, { type: 'Polygon' }>;
      expect(result.coordinates[0]!.every(([, , height]) => height === 3)).toBe(true);
      expect(crossesItself(result.coordinates)).toBeUndefined();
      return areaOf(result.coordinates);
    };
    // Edges are straight in degrees, geodesics deviate by less than 1 mm over 100 m: 0.1 m² is far above.
    expect(Math.abs(area(5) - 110 * 110)).toBeLessThan(0.1);
    expect(Math.abs(area(-5) - 90 * 90)).toBeLessThan(0.1);
    expect(reshaped('offset', square, -60, geodesic)).toBe('nothing-left');
    expect(reshaped('offset', square, 5, planeIn('EPSG:32633'))).toHaveProperty('type', 'Polygon');
  });

  it('goes to the side of the pointer', () => {
    expect(sideOf(line, [lon + 0.0001, lat + 0.0005], geodesic)).toBeGreaterThan(0);
    expect(sideOf(line, [lon - 0.0001, lat + 0.0005], geodesic)).toBeLessThan(0);
    const triangle: Geometry = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [0, 1], [0, 0]]] }; // prettier-ignore
    expect(sideOf(triangle, [0.2, 0.2], geodesic)).toBeLessThan(0);
    expect(sideOf(triangle, [2, 2], geodesic)).toBeGreaterThan(0);
  });

  it('of a point is refused, and one outside the area of the CRS too', () => {
    expect(reshaped('offset', { type: 'Point', coordinates: [0, 0] }, 1, geodesic)).toBe('points');
  });
});
