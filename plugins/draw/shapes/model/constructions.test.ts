import { beforeAll, describe, expect, it } from 'vitest';
import { distance, inverse, loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { CHORD_TOLERANCE, geodesic, planeIn } from '#core/sketch';
import { circle, rectangle, regularPolygon, squared, turnedRectangle } from './constructions.ts';

const MILAN: Position = [9.19, 45.4642];
const at = (azimuth: number, metres: number, from: Position = MILAN): Position =>
  geodesic.direct(from, azimuth, metres);

describe('A circle', () => {
  it('has every vertex at its radius, the first one at the given point', () => {
    const rim = at(30, 12.5);
    const ring = circle(MILAN, rim, geodesic)!;
    for (const vertex of ring) expect(distance(MILAN, vertex)).toBeCloseTo(12.5, 7);
    expect(distance(ring[0]!, rim)).toBeLessThan(1e-6);
  });

  it.each([1, 12.5, 100, 1000])('of %d m has exactly the vertices that its chords need', (radius) => {
    const sagitta = (count: number): number => radius * (1 - Math.cos(Math.PI / count));
    const count = circle(MILAN, at(0, radius), geodesic)!.length;
    expect(sagitta(count)).toBeLessThanOrEqual(CHORD_TOLERANCE);
    // Four fewer would be too few, except at the minimum.
    if (count > 36) expect(sagitta(count - 4)).toBeGreaterThan(CHORD_TOLERANCE);
  });

  it('keeps the midpoints of its chords within the tolerance on the ground', () => {
    // π / acos(1 − 0.01/100) = 222.1: the next multiple of four is 224.
    const ring = circle(MILAN, at(0, 100), geodesic)!;
    expect(ring).toHaveLength(224);
    const { distance: chord, azimuth } = inverse(ring[0]!, ring[1]!);
    const middle = at(azimuth, chord / 2, ring[0]);
    expect(100 - distance(MILAN, middle)).toBeGreaterThan(0);
    expect(100 - distance(MILAN, middle)).toBeLessThanOrEqual(CHORD_TOLERANCE);
  });

  it('has at most 720 vertices', () => {
    expect(circle(MILAN, at(0, 50_000), geodesic)).toHaveLength(720);
  });

  it('is undefined without a radius, beyond 1000 km, around a pole or over the 180th meridian', () => {
    expect(circle(MILAN, MILAN, geodesic)).toBeUndefined();
    expect(circle(MILAN, at(0, 1_000_001), geodesic)).toBeUndefined();
    expect(circle([0, 89.9], [0, 89], geodesic)).toBeUndefined();
    expect(circle([179.999, 0], [179.997, 0], geodesic)).toBeUndefined();
  });
});

describe('A regular polygon', () => {
  it('has equal sides: in a hexagon as long as its radius', () => {
    const ring = regularPolygon(MILAN, at(90, 50), 6, geodesic)!;
    expect(ring).toHaveLength(6);
    for (const [i, vertex] of ring.entries()) expect(distance(vertex, ring[(i + 1) % 6]!)).toBeCloseTo(50, 6);
  });
});

describe('A rectangle of two corners', () => {
  it('lies along meridians and parallels', () => {
    const corners: Position[] = [[9, 45], [9.01, 45], [9.01, 45.02], [9, 45.02]]; // prettier-ignore
    expect(rectangle([9, 45], [9.01, 45.02], geodesic)).toEqual(corners);
  });

  it('is undefined where both corners lie on one parallel', () => {
    expect(rectangle([9, 45], [9.01, 45], geodesic)).toBeUndefined();
  });
});

describe('A rotated rectangle', () => {
  const [a, b] = [MILAN, at(60, 1000)];

  it('has its width at right angles, on the side of the pointer', () => {
    for (const side of [1, -1]) {
      const place = at(60 + side * 50, 700, a);
      const ring = turnedRectangle(a, b, place, geodesic)!;
      const along = inverse(a, b).azimuth;
      const up = inverse(a, ring[3]!);
      expect((((up.azimuth - along) % 360) + 360) % 360).toBeCloseTo(side > 0 ? 90 : 270, 6);
      expect(up.distance).toBeCloseTo(distance(b, ring[2]!), 7);
    }
  });

  it('has on the ellipsoid an opposite side shorter by 0.01 mm in 1 km by 1 km', () => {
    const back = inverse(b, a).azimuth;
    const ring = turnedRectangle(a, b, at(back + 90, 1000, b), geodesic)!;
    // On a sphere of 6371 km: 1000 m × (1000 / 6 371 000)² / 2 = 0.0000123 m.
    expect(distance(ring[0]!, ring[1]!) - distance(ring[2]!, ring[3]!)).toBeCloseTo(0.0000123, 6);
  });

  it('moves a third point to the right angle at the side', () => {
    const put = squared(a, b, at(100, 800), geodesic);
    const turn = inverse(b, put).azimuth - inverse(b, a).azimuth;
    expect(Math.abs(Math.sin((turn * Math.PI) / 180))).toBeCloseTo(1, 9);
  });
});

describe('In the plane of a projected CRS', () => {
  beforeAll(loadProjections);
  const crs = 'EPSG:32632';
  const metric = () => planeIn(crs);
  const grid = (place: Position): [number, number] => project(crs, place);

  it('a rectangle lies along the grid', () => {
    const ring = rectangle(MILAN, at(40, 300), metric())!;
    const [p, q, r, s] = ring.map(grid);
    expect(q![1]).toBeCloseTo(p![1], 6);
    expect(r![0]).toBeCloseTo(q![0], 6);
    expect(s![0]).toBeCloseTo(p![0], 6);
  });

  it('a circle has its radius on the grid', () => {
    const rim = metric().direct(MILAN, 10, 20);
    const [east, north] = grid(MILAN);
    for (const vertex of circle(MILAN, rim, metric())!) {
      const [e, n] = grid(vertex);
      expect(Math.hypot(e - east, n - north)).toBeCloseTo(20, 6);
    }
  });
});
