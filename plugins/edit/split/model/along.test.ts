import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections, parseLength } from '#core/geodesy';
import type { LineGeometry } from '#core/shapes';
import { geodesic, planeIn } from '#core/sketch';
import { lengthBy, parseWay, placeAlong } from './along.ts';

beforeAll(() => loadProjections());

// Some 8.9 km and 111 km near Perugia: long enough that the midpoint in degrees differs from that in metres.
const line: LineGeometry = {
  type: 'LineString',
  coordinates: [
    [12.5, 43, 200],
    [12.6, 43.03, 300],
    [12.7, 44.03, 400],
  ],
};

describe('A position along a line', () => {
  it.each([
    ['geodesic', () => geodesic],
    ['in the plane of EPSG:32633', () => planeIn('EPSG:32633')],
  ])('has the typed distance from both ends, %s', (_, of) => {
    const metric = of();
    const whole = lengthBy(metric, line);
    for (const metres of [0.001, 1234.567, 50_000, whole - 0.001]) {
      const place = placeAlong(metric, line, metres)!;
      const first = metric.segment(line.coordinates[0]!, line.coordinates[1]!).length;
      const reached =
        metres <= first
          ? metric.segment(line.coordinates[0]!, place).length
          : first + metric.segment(line.coordinates[1]!, place).length;
      expect(Math.abs(reached - metres)).toBeLessThan(1e-6);
    }
  });

  it('does not exist beyond the end, and continues on the next line of several', () => {
    expect(placeAlong(geodesic, line, 1e6)).toBeUndefined();
    const two: LineGeometry = {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [0, 0.001],
        ],
        [
          [1, 0],
          [1, 0.001],
        ],
      ],
    };
    // Both are equally long, so three quarters of the total is the middle of the second.
    const [east, north] = placeAlong(geodesic, two, lengthBy(geodesic, two) * 0.75)!;
    expect([east, north]).toEqual([1, expect.closeTo(0.0005, 9)]);
  });

  it('is typed as a distance or as a fraction of 80 m', () => {
    expect(parseWay('12,5 m', 80, parseLength)).toBe(12.5);
    expect(parseWay('40 %', 80, parseLength)).toBe(32);
    expect(parseWay('1/4', 80, parseLength)).toBe(20);
    for (const text of ['', '%', 'a', '1/0', '1/', 'x %'])
      expect(parseWay(text, 80, parseLength), text).toBeUndefined();
  });
});
