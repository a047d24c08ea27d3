import { beforeAll, describe, expect, it } from 'vitest';
import { direct, inverse, loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, planeIn } from '#core/sketch';
import { footOn } from './along-line.ts';
import { GEODESIC, metricOf, type Basis } from './basis.ts';
import { circleThrough } from './circle.ts';
import type { MeasureKind } from './kinds.ts';
import { factorsAt, valuesOf } from './values.ts';

beforeAll(loadProjections);

const MILAN: Position = [9.19, 45.4642];
const UTM: Basis = { kind: 'plane', crs: 'EPSG:32632' };

function amounts(kind: MeasureKind, vertices: Position[], basis: Basis = GEODESIC, plane?: string) {
  const found = valuesOf({ kind, vertices, basis, line: undefined }, plane);
  return Object.fromEntries(found.map(({ quantity, amount }) => [quantity, amount]));
}

describe('The kinds of values', () => {
  const north = direct(MILAN, 0, 1000);
  const ring = [MILAN, direct(MILAN, 0, 100), direct(direct(MILAN, 0, 100), 90, 100)];

  it('on the ground are longer than geodesics by the height over the radius of curvature', () => {
    // M(45.4642°) = 6367863 m from a(1 − e²)/(1 − e² sin² φ)^1.5; 500 m / 6367863 m = 78.519e-6, so 78.52 mm in 1 km.
    const { length } = amounts('distance', [MILAN, north], { kind: 'ground', height: 500 });
    expect(length).toBeCloseTo(1000.07852, 4);
    const flat = amounts('area', ring).area!;
    const high = amounts('area', ring, { kind: 'ground', height: 500 }).area!;
    // (1 + 500/6367863)(1 + 500/6389007) − 1 = 156.78e-6.
    expect(high / flat - 1).toBeCloseTo(156.78e-6, 8);
  });

  it('in the plane are scaled by the projection', () => {
    // k at 0.19° from the central meridian of zone 32: 0.9996 (1 + (Δλ cos φ)²/2 (1 + e′² cos² φ)) with Δλ cos φ = 2.3258e-3.
    const k = 0.9996 * (1 + (2.3258e-3 ** 2 / 2) * (1 + 0.0067395 * 0.4919));
    expect(amounts('distance', [MILAN, north], UTM).length).toBeCloseTo(1000 * k, 4);
  });

  it('are the same in both directions on the ground too', () => {
    const metric = metricOf({ kind: 'ground', height: 2000 });
    expect(metric.segment(MILAN, metric.direct(MILAN, 33, 250)).length).toBeCloseTo(250, 6);
  });
});

describe('An angle', () => {
  it('is the one between the sides, and its complement to 360° is given too', () => {
    const sides = [direct(MILAN, 350, 200), MILAN, direct(MILAN, 65, 80)];
    const { angle, otherAngle } = amounts('angle', sides);
    expect(angle).toBeCloseTo(75, 8);
    expect(otherAngle).toBeCloseTo(285, 8);
    expect(amounts('angle', [...sides].reverse() as Position[]).angle).toBeCloseTo(75, 8);
  });
  it('is unavailable where a side has no length', () => {
    expect(amounts('angle', [MILAN, MILAN, [9.2, 45.5]]).angle).toBeNaN();
  });
});

describe('An azimuth', () => {
  const to = direct(MILAN, 30, 1500);
  it('from true north is geodesic, with the reverse azimuth', () => {
    const { trueAzimuth, backAzimuth } = amounts('azimuth', [MILAN, to]);
    expect(trueAzimuth).toBeCloseTo(30, 9);
    expect(backAzimuth).toBeCloseTo(inverse(to, MILAN).azimuth, 9);
  });
  it('from grid north differs by the convergence, except for the arc-to-chord correction', () => {
    const { gridAzimuth, convergence } = amounts('azimuth', [MILAN, to], GEODESIC, 'EPSG:32632');
    // Δλ sin φ = 0.19° × 0.71285 = 0.13544°.
    expect(convergence).toBeCloseTo(0.13544, 4);
    expect(gridAzimuth! + convergence!).toBeCloseTo(30, 4);
    const [[x1, y1], [x2, y2]] = [project('EPSG:32632', MILAN), project('EPSG:32632', to)];
    expect(gridAzimuth).toBeCloseTo((Math.atan2(x2 - x1, y2 - y1) * 180) / Math.PI, 9);
  });
});

describe('An arc', () => {
  const centre: Position = [12.5, 42.6];
  const on = (azimuth: number): Position => direct(centre, azimuth, 300);

  it('has the radius and the centre of the circle through its points, geodesic and plane', () => {
    const found = circleThrough(on(20), on(80), on(140), geodesic)!;
    expect(found.radius).toBeCloseTo(300, 6);
    expect(inverse(found.centre, centre).distance).toBeLessThan(1e-5);
    expect(found.turn).toBeCloseTo(120, 6);
    const plane = planeIn('EPSG:32632');
    const flat = [10, 100, 250].map((azimuth) => plane.direct([9.2, 45], azimuth, 55)) as [
      Position,
      Position,
      Position,
    ];
    expect(circleThrough(...flat, plane)!.radius).toBeCloseTo(55, 5);
  });
  it('passes through its middle point, the long way round and anticlockwise too', () => {
    expect(circleThrough(on(140), on(80), on(20), geodesic)!.turn).toBeCloseTo(-120, 6);
    expect(circleThrough(on(20), on(300), on(140), geodesic)!.turn).toBeCloseTo(-240, 6);
    // r θ: 300 m × 240° × π / 180.
    expect(amounts('arc', [on(20), on(300), on(140)]).arcLength).toBeCloseTo(400 * Math.PI, 4);
  });
  it('is unavailable for collinear or repeated points', () => {
    expect(circleThrough(on(0), centre, on(180), geodesic)).toBeUndefined();
    expect(circleThrough(centre, centre, on(1), geodesic)).toBeUndefined();
  });
});

describe('Chainage and offset', () => {
  const bend = direct(MILAN, 60, 800);
  const line = [MILAN, bend, direct(bend, 150, 500)];

  it('lead to the foot of the perpendicular, right of the line positive', () => {
    const along = direct(MILAN, 60, 300);
    const direction = inverse(along, bend).azimuth;
    for (const [turn, sign] of [
      [90, 1],
      [-90, -1],
    ] as const) {
      const found = footOn(line, direct(along, direction + turn, 25), geodesic)!;
      expect(found.chainage).toBeCloseTo(300, 6);
      expect(found.offset).toBeCloseTo(sign * 25, 6);
    }
  });
  it('continue along the next segment', () => {
    const along = direct(bend, 150, 120);
    const direction = inverse(along, line[2]!).azimuth;
    const found = footOn(line, direct(along, direction + 90, 10), geodesic)!;
    expect(found.chainage).toBeCloseTo(920, 6);
    expect(found.offset).toBeCloseTo(10, 6);
  });
  it('are those of the end for a point beyond it', () => {
    const found = footOn(line, direct(MILAN, 240, 40), geodesic)!;
    expect(found.chainage).toBe(0);
    expect(Math.abs(found.offset)).toBeCloseTo(40, 6);
  });
  it('skip segments without length', () => {
    expect(footOn([MILAN, MILAN, bend], bend, geodesic)!.chainage).toBeCloseTo(800, 6);
    expect(footOn([MILAN, MILAN], bend, geodesic)).toBeUndefined();
  });
});

describe('The factors of a projection', () => {
  it('multiply: scale factor times height factor', () => {
    const found = Object.fromEntries(
      factorsAt('EPSG:32632', [9, 45], 1000).map(({ quantity, amount }) => [quantity, amount]),
    );
    expect(found.scale).toBeCloseTo(0.9996, 8);
    // √(M N) at 45° = √(6367381.8 × 6388838.3) = 6378101.0; R / (R + 1000 m).
    expect(found.heightFactor).toBeCloseTo(6378101 / 6379101, 9);
    expect(found.combinedFactor).toBeCloseTo(0.9996 * (6378101 / 6379101), 8);
  });
  it('are given by direction where the projection is not conformal', () => {
    const names = factorsAt('EPSG:3035', [12.5, 42.6], 0).map(({ quantity }) => quantity);
    expect(names).toEqual(['convergence', 'scaleNorth', 'scaleEast', 'heightFactor']);
  });
});
