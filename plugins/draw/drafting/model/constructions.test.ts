import { beforeAll, describe, expect, it } from 'vitest';
import { direct, distance, inverse, loadProjections, project, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, planeIn } from '#core/sketch';
import { constructed, type ConstructionKind } from './constructions.ts';

const CRS = 'EPSG:32633';
const at = (east: number, north: number): Position => unproject(CRS, [400_000 + east, 4_650_000 + north]);
const A: [number, number] = [0, 0];

/** In the plane of the CRS, metres east and north of A. */
function inPlane(kind: ConstructionKind, b: [number, number], first: number, second: number) {
  const found = constructed(kind, { a: at(...A), b: at(...b), first, second }, planeIn(CRS));
  if (typeof found === 'string') return found;
  return found.map((place) => {
    const [east, north] = project(CRS, place);
    return [Math.round((east - 400_000) * 1e5) / 1e5 + 0, Math.round((north - 4_650_000) * 1e5) / 1e5 + 0];
  });
}

describe('A constructed point', () => {
  beforeAll(loadProjections);

  it('by two distances has a solution on each side of the line: 3-4-5', () => {
    // 30 from A and 40 from B, 50 apart: along 30² / 50 = 18, across 30 · 40 / 50 = 24. The left side comes first.
    expect(inPlane('distances', [50, 0], 30, 40)).toEqual([
      [18, 24],
      [18, -24],
    ]);
    // 20 + 30 touch in one point.
    expect(inPlane('distances', [50, 0], 20, 30)).toEqual([[20, 0]]);
  });

  it('by two distances has no solution where the circles do not meet', () => {
    expect(inPlane('distances', [50, 0], 20, 20)).toBe('apart');
    expect(inPlane('distances', [50, 0], 100, 20)).toBe('within');
    expect(inPlane('distances', [0, 0], 20, 20)).toBe('same');
  });

  it('by two bearings is where the rays cross ahead', () => {
    // North-east from A and north-west from B, 100 apart: halfway, 50 to the north.
    expect(inPlane('bearings', [100, 0], 45, 315)).toEqual([[50, 50]]);
    expect(inPlane('bearings', [100, 0], 135, 225)).toEqual([[50, -50]]);
    expect(inPlane('bearings', [100, 0], 45, 135)).toBe('behind');
    expect(inPlane('bearings', [100, 0], 10, 10)).toBe('parallel');
  });

  it('by a bearing and a distance is where the ray meets the circle, nearer and farther', () => {
    // Eastwards from A, 50 from B at (60, 30): 60 ∓ √(50² − 30²) = 60 ∓ 40.
    expect(inPlane('bearing-distance', [60, 30], 90, 50)).toEqual([
      [20, 0],
      [100, 0],
    ]);
    // The nearer one is behind A.
    expect(inPlane('bearing-distance', [30, 30], 90, 50)).toEqual([[70, 0]]);
    expect(inPlane('bearing-distance', [60, 30], 90, 20)).toBe('short');
    expect(inPlane('bearing-distance', [60, 30], 270, 50)).toBe('behind');
    // From one station: polar.
    expect(inPlane('bearing-distance', [0, 0], 90, 12.5)).toEqual([[12.5, 0]]);
  });

  it('by chainage and offset is to the right of the line, or with a minus sign to the left', () => {
    // The unit vector of (3, 4) is (0.6, 0.8), its right (0.8, −0.6).
    expect(inPlane('offset', [30, 40], 10, 5)).toEqual([[6 + 4, 8 - 3]]);
    expect(inPlane('offset', [30, 40], -10, -5)).toEqual([[-6 - 4, -8 + 3]]);
  });

  it('matches its values on the ellipsoid too, kilometres away', () => {
    const a: Position = [12.5, 41.9];
    const b: Position = direct(a, 70, 9_000);
    const wanted: Position = direct(a, 20, 7_000);
    const values: Record<Exclude<ConstructionKind, 'offset'>, [number, number]> = {
      distances: [7_000, distance(b, wanted)],
      bearings: [20, inverse(b, wanted).azimuth],
      'bearing-distance': [20, distance(b, wanted)],
    };
    for (const [kind, [first, second]] of Object.entries(values)) {
      const found = constructed(kind as ConstructionKind, { a, b, first, second }, geodesic) as Position[];
      expect(Math.min(...found.map((place) => distance(place, wanted))), kind).toBeLessThan(1e-6);
    }
    const [result] = constructed('offset', { a, b, first: 4_000, second: 300 }, geodesic) as Position[];
    const foot: Position = direct(a, 70, 4_000);
    expect(distance(foot, result!)).toBeCloseTo(300, 6);
    expect(inverse(foot, result!).azimuth - inverse(foot, b).azimuth).toBeCloseTo(90, 7);
  });
});
