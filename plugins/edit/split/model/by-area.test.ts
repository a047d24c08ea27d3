import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { splitPolygon } from '#core/shapes';
import { geodesic, planeIn, type Metric } from '#core/sketch';
import { areaBy, cutForArea, type Areal, type CutDirection } from './by-area.ts';

beforeAll(() => loadProjections());

const [x, y] = [12.4, 43];
/** An L of some 160 by 220 m, with a hole. */
const parcel: Areal = {
  type: 'Polygon',
  coordinates: [
    [[x, y], [x + 2e-3, y], [x + 2e-3, y + 1e-3], [x + 1e-3, y + 1e-3], [x + 1e-3, y + 2e-3], [x, y + 2e-3], [x, y]], // prettier-ignore
    [[x + 3e-4, y + 3e-4], [x + 3e-4, y + 6e-4], [x + 6e-4, y + 6e-4], [x + 3e-4, y + 3e-4]], // prettier-ignore
  ],
};
const metrics: [string, () => Metric][] = [
  ['geodesic', () => geodesic],
  ['in the plane of EPSG:32633', () => planeIn('EPSG:32633')],
];

/** Returns the areas of the parts; those south of the cut, or west of a vertical cut, come first. */
function areas(polygon: Areal, cut: readonly Position[], metric: Metric): number[] {
  const split = splitPolygon(polygon, [cut]);
  if ('refused' in split) throw new Error(split.refused.reason);
  return split.parts.map((part) => areaBy(metric, part));
}

describe('A cut by area', () => {
  it.each(metrics)('parallel to a side is exact to a hundredth of a square millimetre, %s', (_, of) => {
    const metric = of();
    const [outline] = parcel.coordinates;
    const whole = areaBy(metric, parcel);
    for (const side of [0, 1, 5]) {
      const [a, b] = [outline![side]!, outline![side + 1]!];
      for (const requested of [10, 1234.56, whole / 3, whole * 0.9]) {
        const cut = cutForArea(parcel, { along: [a, b] }, requested, metric, false);
        if (typeof cut === 'string') throw new Error(cut);
        // Along the upper arm of the L the part may be two polygons; together they have the requested area.
        const parts = areas(parcel, cut, metric);
        const sums = [parts[0]!, parts.slice(1).reduce((sum, part) => sum + part, 0)];
        expect(Math.min(...sums.map((sum) => Math.abs(sum - requested)))).toBeLessThan(1e-5);
        const [[ax, ay], [bx, by]] = [cut[0]!, cut[1]!];
        expect(Math.abs((bx - ax) * (b[1] - a[1]) - (by - ay) * (b[0] - a[0]))).toBeLessThan(1e-18);
      }
    }
  });

  it('is at the chosen side, or flipped at the other: a tenth of a square is a tenth of its width', () => {
    const square: Areal = {
      type: 'Polygon',
      coordinates: [[[0, 0], [1e-3, 0], [1e-3, 1e-3], [0, 1e-3], [0, 0]]], // prettier-ignore
    };
    const tenth = areaBy(geodesic, square) / 10;
    const side: CutDirection = { along: [[0, 0], [0, 1e-3]] }; // prettier-ignore
    const near = cutForArea(square, side, tenth, geodesic, false) as Position[];
    const far = cutForArea(square, side, tenth, geodesic, true) as Position[];
    expect(near.map(([east]) => east)).toEqual([expect.closeTo(1e-4, 10), expect.closeTo(1e-4, 10)]);
    expect(far.map(([east]) => east)).toEqual([expect.closeTo(9e-4, 10), expect.closeTo(9e-4, 10)]);
  });

  it.each(metrics)('through a vertex is exact too, on either side, %s', (_, of) => {
    const metric = of();
    const whole = areaBy(metric, parcel);
    for (const flipped of [false, true]) {
      const cut = cutForArea(parcel, { through: [x, y] }, whole / 4, metric, flipped);
      if (typeof cut === 'string') throw new Error(cut);
      const parts = areas(parcel, cut, metric);
      expect(Math.min(...parts.map((part) => Math.abs(part - whole / 4)))).toBeLessThan(1e-5);
      const [[ax, ay], [bx, by]] = [cut[0]!, cut[1]!];
      expect(Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))).toBeLessThan(1e-14);
    }
  });

  it('does not exist through a position too deep inside for so small an area', () => {
    expect(cutForArea(parcel, { through: [x + 7e-4, y + 7e-4] }, 1, geodesic, false)).toBe('no-such-cut');
    const bow: Areal = { type: 'Polygon', coordinates: [[[0, 0], [1e-3, 1e-3], [1e-3, 0], [0, 1e-3], [0, 0]]] }; // prettier-ignore
    expect(cutForArea(bow, { along: [[1e-3, 1e-3], [1e-3, 0]] }, 1, geodesic, false)).toBe('crosses-itself'); // prettier-ignore
  });

  it('leaves any fraction of any triangle at any side', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 })), { minLength: 3, maxLength: 3 }), // prettier-ignore
        fc.integer({ min: 1, max: 99 }),
        (corners, percent) => {
          const ring = corners.map(([east, north]): Position => [x + east * 1e-6, y + north * 1e-6]);
          const triangle: Areal = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
          const whole = areaBy(geodesic, triangle);
          fc.pre(whole > 100);
          const requested = (whole * percent) / 100;
          const cut = cutForArea(triangle, { along: [ring[0]!, ring[1]!] }, requested, geodesic, false);
          if (typeof cut === 'string') throw new Error(cut);
          const off = areas(triangle, cut, geodesic).map((part) => Math.abs(part - requested));
          // Within 0.1 mm of a vertex the cut bends to it: 1e-4 m by less than 200 m by a half.
          expect(Math.min(...off)).toBeLessThan(1e-2);
        },
      ),
      { numRuns: 40 },
    ));
});

const CASES = '../shared/data/geometry-ops/split-cases-real.json';

describe.runIf(existsSync(CASES))('Municipalities', () => {
  it('are halved through their first vertex and along their longest side', () => {
    const { cases } = JSON.parse(existsSync(CASES) ? readFileSync(CASES, 'utf8') : '{}') as {
      cases: { kind: string; input: string }[];
    };
    const outlines = new Set(cases.filter(({ kind, input }) => kind === 'polygon' && input.startsWith('POLYGON')).map(({ input }) => input)); // prettier-ignore
    let halved = 0;
    for (const text of [...outlines].slice(0, 4)) {
      const rings = [...text.matchAll(/\(([^()]+)\)/g)].map(([, ring]) =>
        ring!.split(',').map((pair) => pair.trim().split(/\s+/).map(Number) as Position),
      );
      const polygon: Areal = { type: 'Polygon', coordinates: rings };
      const whole = areaBy(geodesic, polygon);
      const length = (i: number): number => Math.hypot(rings[0]![i + 1]![0] - rings[0]![i]![0], rings[0]![i + 1]![1] - rings[0]![i]![1]); // prettier-ignore
      const longest = rings[0]!.slice(1).reduce((best, _, i) => (length(i) > length(best) ? i : best), 0);
      for (const direction of [
        { through: rings[0]![0]! },
        { along: [rings[0]![longest]!, rings[0]![longest + 1]!] as const },
      ]) {
        // prettier-ignore
        const cut = cutForArea(polygon, direction, whole / 2, geodesic, false);
        if (typeof cut === 'string') throw new Error(cut);
        const [[ax, ay], [bx, by]] = [cut[0]!, cut[1]!];
        const split = splitPolygon(polygon, [cut]);
        if ('refused' in split) throw new Error(split.refused.reason);
        // The side of a part is that of its vertex farthest from the cut.
        const left = split.parts.filter(({ coordinates: [ring] }) => {
          const sides = ring!.map(([px, py]) => (bx - ax) * (py - ay) - (by - ay) * (px - ax));
          return sides.reduce((best, each) => (Math.abs(each) > Math.abs(best) ? each : best), 0) > 0;
        });
        const area = left.reduce((sum, part) => sum + areaBy(geodesic, part), 0);
        // Cuts of up to 15 km bend by less than 0.1 mm to the vertices they pass.
        expect(Math.abs(area - whole / 2)).toBeLessThan(1);
        halved++;
      }
    }
    expect(halved).toBe(8);
  });
});
