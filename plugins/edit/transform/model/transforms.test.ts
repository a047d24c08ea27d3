import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { distance, loadProjections } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, planeIn, type Metric } from '#core/sketch';
import { object } from '#core/testing';
import { mirrored, moved, scaled, transformed, turned } from './transforms.ts';

beforeAll(() => loadProjections());

// Within some kilometres of Perugia; in UTM zone 33 and in zone 2 of Monte Mario.
const place = fc
  .tuple(fc.double({ min: 12.3, max: 12.5, noNaN: true }), fc.double({ min: 43, max: 43.1, noNaN: true }))
  .map(([x, y]): Position => [x, y]);
const METRICS: [string, () => Metric][] = [
  ['geodesic', () => geodesic],
  ['in the plane of EPSG:32633', () => planeIn('EPSG:32633')],
  ['in the plane of EPSG:3004', () => planeIn('EPSG:3004')],
];
/** Metres, over ten kilometres and more: what remains of the 0.6 mm drift of Monte Mario. */
const CLOSE = 1e-4;
/** Returns the distance in metres. */
const apart = (a: Position, b: Position): number => distance(a, b);

describe.each(METRICS)('Transformed %s', (_, of) => {
  it('a move keeps every length and azimuth from the base point', () =>
    fc.assert(
      fc.property(place, place, place, (from, to, vertex) => {
        const metric = of();
        const before = metric.segment(from, vertex);
        const after = metric.segment(to, moved(metric, from, to)(vertex));
        expect(Math.abs(after.length - before.length)).toBeLessThan(CLOSE);
      }),
    ));

  it('a rotation keeps the distance from the pivot and adds to the azimuth; the inverse rotation restores the original', () =>
    fc.assert(
      fc.property(place, place, fc.double({ min: -720, max: 720, noNaN: true }), (pivot, vertex, angle) => {
        const metric = of();
        const there = turned(metric, pivot, angle)(vertex);
        const before = metric.segment(pivot, vertex);
        const after = metric.segment(pivot, there);
        expect(Math.abs(after.length - before.length)).toBeLessThan(CLOSE);
        if (before.length > 1) {
          const off = Math.sin(((after.azimuth - before.azimuth - angle) * Math.PI) / 360);
          expect(Math.abs(off) * before.length).toBeLessThan(CLOSE);
        }
        expect(apart(turned(metric, pivot, -angle)(there), vertex)).toBeLessThan(CLOSE);
      }),
    ));

  it('a factor multiplies the distance from the pivot; its inverse restores the original', () =>
    fc.assert(
      fc.property(place, place, fc.double({ min: 0.1, max: 10, noNaN: true }), (pivot, vertex, factor) => {
        const metric = of();
        const there = scaled(metric, pivot, factor)(vertex);
        const expected = metric.segment(pivot, vertex).length * factor;
        expect(Math.abs(metric.segment(pivot, there).length - expected)).toBeLessThan(CLOSE);
        expect(apart(scaled(metric, pivot, 1 / factor)(there), vertex)).toBeLessThan(CLOSE);
      }),
    ));

  it('a mirror keeps positions on its line; mirrored twice, the original is restored', () =>
    fc.assert(
      fc.property(place, place, place, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, vertex, share) => {
        fc.pre(apart(a, b) > 1);
        const metric = of();
        const flip = mirrored(metric, a, b);
        expect(apart(flip(flip(vertex)), vertex)).toBeLessThan(CLOSE);
        const on = scaled(metric, a, share)(b);
        expect(apart(flip(on), on)).toBeLessThan(CLOSE);
      }),
    ));
});

describe('Transformed objects', () => {
  const square = object('a', {
    type: 'Polygon',
    coordinates: [[[12, 43, 100], [12.001, 43, 101], [12.001, 43.001, 102], [12, 43.001, 103], [12, 43, 100]]],
  }); // prettier-ignore

  it('stay to a tenth of a micrometre where nothing changes, also in a CRS whose inverse projection drifts', () => {
    const metric = planeIn('EPSG:3004');
    const [same] = transformed([square], turned(metric, [12.0005, 43.0005], 0))!;
    const [before, after] = [square, same!].map(({ location }) => (location.coordinates as Position[][])[0]!);
    // 1e-12 degrees are 0.1 µm.
    before!.forEach((vertex, i) => {
      expect(Math.abs(vertex[0] - after![i]![0])).toBeLessThan(1e-12);
      expect(Math.abs(vertex[1] - after![i]![1])).toBeLessThan(1e-12);
    });
  });

  it('keep their heights, and their rings closed with the same orientation', () => {
    const [after] = transformed([square], mirrored(geodesic, [12, 43], [12, 43.001]), true)!;
    const [ring] = after!.location.coordinates as Position[][];
    expect(ring!.map(([, , height]) => height)).toEqual([100, 103, 102, 101, 100]);
    expect(ring![0]).toEqual(ring!.at(-1));
    // Mirrored at the meridian of its western side, the square lies west of it.
    expect(ring![2]![0]).toBeCloseTo(11.999, 9);
    const turns = ring!.slice(1).reduce((sum, [x, y], i) => sum + ring![i]![0] * y - x * ring![i]![1], 0);
    expect(turns).toBeGreaterThan(0);
  });

  it('are refused beyond the world and across the antimeridian', () => {
    expect(transformed([square], () => [200, 0])).toBeUndefined();
    expect(transformed([square], () => [NaN, 0])).toBeUndefined();
    expect(transformed([square], scaled(geodesic, [-10, 43], 1000))).toBeUndefined();
  });
});
