import { beforeAll, describe, expect, it } from 'vitest';
import { direct, distance, inverse, loadProjections, project, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { CHORD_TOLERANCE, geodesic, planeIn } from '#core/sketch';
import { arcTangent, arcThrough, risingAlong } from './arc.ts';

const CRS = 'EPSG:32633';
const at = (east: number, north: number): Position => unproject(CRS, [400_000 + east, 4_650_000 + north]);
const plane = (place: Position): [number, number] => {
  const [east, north] = project(CRS, place);
  return [east - 400_000, north - 4_650_000];
};

describe('An arc', () => {
  beforeAll(loadProjections);

  it('through three points of a circle has its centre, radius, angle and length', () => {
    // 3-4-5: (50, 0), (30, 40) and (0, 50) lie on the circle of 50 m around the origin; a quarter, anticlockwise.
    const arc = arcThrough(at(50, 0), at(30, 40), at(0, 50), planeIn(CRS))!;
    const [x, y] = plane(arc.centre);
    expect([x, y]).toEqual([expect.closeTo(0, 5), expect.closeTo(0, 5)]);
    expect(arc.radius).toBeCloseTo(50, 6);
    expect(arc.sweep).toBeCloseTo(-90, 6);
    expect(arc.length).toBeCloseTo(25 * Math.PI, 6);
    // It arrives westwards, at the northern end.
    expect(arc.arrives).toBeCloseTo(270, 6);
  });

  it('interpolates heights evenly where both ends have one, and has none otherwise', () => {
    const [start, end] = [at(50, 0), at(0, 50)];
    const arc = arcThrough(start, at(30, 40), end, planeIn(CRS))!;
    const low: Position = [start[0], start[1], 100];
    const high: Position = [end[0], end[1], 109];
    for (const place of risingAlong(arc, low, high, planeIn(CRS))) {
      const [x, y] = plane(place);
      // A quarter turn rises by 9 m: a tenth of a metre per degree.
      expect(place[2]).toBeCloseTo(100 + (Math.atan2(y, x) * 180) / Math.PI / 10, 6);
    }
    expect(risingAlong(arc, low, end, planeIn(CRS)).every((place) => place.length === 2)).toBe(true);
  });

  it('takes the long way round where the point lies there', () => {
    const arc = arcThrough(at(50, 0), at(-30, -40), at(0, 50), planeIn(CRS))!;
    expect(arc.sweep).toBeCloseTo(270, 6);
  });

  it('is stored as chords within a hundredth of a metre, and passes through the given point', () => {
    const through = at(300, 400);
    const arc = arcThrough(at(500, 0), through, at(0, 500), planeIn(CRS))!;
    expect(arc.between).toContain(through);
    const all = [at(500, 0), ...arc.between, at(0, 500)].map(plane);
    for (const [i, [x, y]] of all.slice(1).entries()) {
      const [px, py] = all[i]!;
      expect(Math.hypot(x, y)).toBeCloseTo(500, 5);
      expect(500 - Math.hypot((x + px) / 2, (y + py) / 2)).toBeLessThanOrEqual(CHORD_TOLERANCE + 1e-6);
    }
  });

  it('is equidistant from its centre on the ellipsoid where measurements are geodesic', () => {
    const centre: Position = [12.5, 41.9];
    const [a, b, c] = [10, 95, 200].map((azimuth): Position => direct(centre, azimuth, 800));
    const arc = arcThrough(a!, b!, c!, geodesic)!;
    expect(distance(arc.centre, centre)).toBeLessThan(1e-6);
    expect(arc.sweep).toBeCloseTo(190, 7);
    for (const place of arc.between) expect(distance(centre, place)).toBeCloseTo(800, 6);
  });

  it('is undefined where the three points are collinear', () => {
    expect(arcThrough(at(0, 0), at(10, 0), at(25, 0), planeIn(CRS))).toBeUndefined();
  });

  it('that leaves northwards and ends 50 m east and 50 m north turns by a right angle with radius 50 m', () => {
    const arc = arcTangent(at(0, 0), 0, at(50, 50), planeIn(CRS))!;
    expect(arc.radius).toBeCloseTo(50, 6);
    expect(arc.sweep).toBeCloseTo(90, 6);
    expect(arc.arrives).toBeCloseTo(90, 6);
    // To the left, ending behind the start: three quarters.
    expect(arcTangent(at(0, 0), 0, at(-50, -50), planeIn(CRS))!.sweep).toBeCloseTo(-270, 6);
    expect(arcTangent(at(0, 0), 0, at(0, 80), planeIn(CRS))).toBeUndefined();
  });

  it('of a kilometre starts in the given direction on the ellipsoid', () => {
    const start: Position = [12.5, 41.9];
    const arc = arcTangent(start, 30, direct(start, 100, 1000), geodesic)!;
    expect(distance(arc.centre, start)).toBeCloseTo(arc.radius, 6);
    expect(distance(arc.centre, direct(start, 100, 1000))).toBeCloseTo(arc.radius, 6);
    expect(inverse(start, arc.centre).azimuth).toBeCloseTo(120, 6);
  });
});
