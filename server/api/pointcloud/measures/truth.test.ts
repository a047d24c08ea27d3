import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CloudMeasure, CloudMeasured } from '#core/protocol';
import type { NodePoints, Vector3 } from '../../../formats/pointcloud/source.ts';
import { geotiff } from '../../../testing/geotiff.ts';
import { pointsAt } from '../../../testing/points.ts';
import { normalFrom, randomFrom } from '../../../testing/random.ts';
import type { Cloud } from '../points/cloud.ts';
import type { TerrainBelow } from '../points/task.ts';
import { lowest } from './fits.ts';
import { minus, size } from './linear.ts';
import { measure } from './measure.ts';
import { nodeDeviations } from './node-deviations.ts';
import { cornerOf, edgeOf, fitPlane, planeAnswer, sigmaAt } from './plane.ts';
import { splitPlanes } from './split-planes.ts';
import { circleOf, circleSigma, fitCylinder } from './round.ts';

const random = randomFrom(11);
const normal = normalFrom(12);
const SIGMA = 0.005;
const TRIALS = 1500;
/** Large coordinates, as projected ones are. */
const FAR: Vector3 = [350_000, 5_000_000, 100];

/** The root mean square of errors, each divided by its stated ±: 1 if what is stated is true. */
function judged(trials: number, trial: () => { error: number; plusMinus: number }): number {
  let sum = 0;
  for (let n = 0; n < trials; n++) {
    const { error, plusMinus } = trial();
    sum += (error / plusMinus) ** 2;
  }
  return Math.sqrt(sum / trials);
}

/** Points of a plane z = a·x + b·y + c around a place, with noise across it. */
function onPlane(count: number, [a, b, c]: Vector3, [x, y]: readonly number[], half: number): Vector3[] {
  const length = Math.hypot(a, b, 1);
  return Array.from({ length: count }, (): Vector3 => {
    const [px, py] = [x! + (2 * random() - 1) * half, y! + (2 * random() - 1) * half];
    const off = normal() * SIGMA;
    return [
      FAR[0] + px - (off * a) / length,
      FAR[1] + py - (off * b) / length,
      FAR[2] + a * px + b * py + c + off / length,
    ];
  });
}

describe('The stated ± is the error that is made,', () => {
  it('of a plane, in the middle of its points and beside them', () => {
    for (const [x, y] of [
      [0, 0],
      [1.5, 1],
    ] as const) {
      const off = judged(TRIALS, () => {
        const [a, b, c] = [random() - 0.5, random() - 0.5, random()];
        const plane = fitPlane(onPlane(60, [a, b, c], [0, 0], 1))!;
        const place: Vector3 = [FAR[0] + x, FAR[1] + y, FAR[2] + a * x + b * y + c];
        const { normal: n, centre } = plane;
        const error =
          n[0] * (place[0] - centre[0]) + n[1] * (place[1] - centre[1]) + n[2] * (place[2] - centre[2]);
        return { error, plusMinus: sigmaAt(plane, place) };
      });
      // Few points are left out though they belong to it: a little more than 1.
      expect(off).toBeGreaterThan(0.9);
      expect(off).toBeLessThan(1.15);
    }
  });

  it('of the slope and of the direction of descent, which a level plane does not have', () => {
    const [slopes, aspects] = ['slope', 'aspect'] as const;
    for (const what of [slopes, aspects]) {
      const off = judged(TRIALS, () => {
        // It rises to the east, and less to the south.
        const [a, b] = [0.1 + 0.4 * random(), -0.1 * random()];
        const found = planeAnswer(fitPlane(onPlane(60, [a, b, 0], [0, 0], 1))!);
        const truth = what === 'slope' ? Math.atan(Math.hypot(a, b)) : Math.atan2(-a, -b) + 2 * Math.PI;
        return { error: found[what]! - (truth * 180) / Math.PI, plusMinus: found[`${what}PlusMinus`]! };
      });
      expect(off).toBeGreaterThan(0.9);
      expect(off).toBeLessThan(1.15);
    }
    const level = Array.from({ length: 400 }, () =>
      planeAnswer(fitPlane(onPlane(60, [0, 0, 0], [0, 0], 1))!),
    );
    // Two turns of σ each make less than 180 / π / 90 σ with the probability 1 - exp(-(180 / π / 90)² / 2) = 0.18.
    const none = level.filter(({ aspect }) => aspect === null).length / level.length;
    expect(none).toBeGreaterThan(0.12);
    expect(none).toBeLessThan(0.25);
  });

  it('of the angle of two planes', () => {
    const off = judged(TRIALS, () => {
      const a = fitPlane(onPlane(80, [0, 0, 0], [-1, 0], 0.8))!;
      const b = fitPlane(onPlane(80, [1, 0, 0], [1, 0], 0.8))!;
      const { angle, anglePlusMinus } = edgeOf(a, b)!;
      return { error: angle - 45, plusMinus: anglePlusMinus };
    });
    expect(off).toBeGreaterThan(0.9);
    expect(off).toBeLessThan(1.15);
  });

  it('of the edge of two planes', () => {
    const off = judged(TRIALS, () => {
      const a = fitPlane(onPlane(80, [0, 0, 0], [-1, 0], 0.8))!;
      const b = fitPlane(onPlane(80, [1, 0, 0], [1, 0], 0.8))!;
      const { point, plusMinus } = edgeOf(a, b)!;
      // The edge is x = 0, z = 0.
      return { error: Math.hypot(point[0] - FAR[0], point[2] - FAR[2]), plusMinus };
    });
    expect(off).toBeGreaterThan(0.9);
    expect(off).toBeLessThan(1.15);
  });

  it('of an edge and of a corner that are found around one place', () => {
    const [edges, corners] = [2, 3].map((count) => {
      const sides = (): Vector3[] => {
        // The floor, and walls that stand at its sides.
        const floor = onPlane(300, [0, 0, 0], [0.5, 0.5], 0.5);
        const wall = (turn: (u: number, h: number, off: number) => Vector3) =>
          Array.from({ length: 250 }, () => turn(random(), random(), normal() * SIGMA));
        const west = wall((u, h, off) => [FAR[0] + off, FAR[1] + u, FAR[2] + h]);
        const south = wall((u, h, off) => [FAR[0] + u, FAR[1] + off, FAR[2] + h]);
        return count === 2 ? [...floor, ...west] : [...floor, ...west, ...south];
      };
      return judged(60, () => {
        const planes = splitPlanes(sides(), count);
        if (count === 3) {
          const { point, plusMinus } = cornerOf(planes)!;
          return { error: size(minus(point, FAR)), plusMinus };
        }
        const { point, plusMinus } = edgeOf(planes[0]!, planes[1]!)!;
        return { error: Math.hypot(point[0] - FAR[0], point[2] - FAR[2]), plusMinus };
      });
    });
    for (const off of [edges, corners]) {
      expect(off).toBeGreaterThan(0.75);
      expect(off).toBeLessThan(1.35);
    }
    expect(splitPlanes(onPlane(400, [0.2, 0.1, 0], [0, 0], 1), 2)).toHaveLength(1);
  });

  it('of the corner of three planes', () => {
    const off = judged(TRIALS, () => {
      const planes = [
        onPlane(80, [0, 0, 0], [1, 1], 0.8),
        onPlane(80, [2, 0, 0], [1, -1], 0.8),
        onPlane(80, [0, 3, 0], [-1, 1], 0.8),
      ].map((points) => fitPlane(points)!);
      const { point, plusMinus } = cornerOf(planes)!;
      return { error: size(minus(point, FAR)), plusMinus };
    });
    expect(off).toBeGreaterThan(0.9);
    expect(off).toBeLessThan(1.15);
  });

  it('of the axis and the radius of a pipe seen from one side', () => {
    const radius = 0.3;
    const pipe = () =>
      Array.from({ length: 120 }, (): Vector3 => {
        const [angle, along] = [Math.PI * random(), 4 * random() - 2];
        const r = radius + normal() * SIGMA;
        // Along x, rising 1 in 10.
        const [c, s] = [1 / Math.hypot(1, 0.1), 0.1 / Math.hypot(1, 0.1)];
        const [across, up] = [r * Math.cos(angle), r * Math.sin(angle)];
        return [FAR[0] + along * c - up * s, FAR[1] + across, FAR[2] + along * s + up * c];
      });
    const fits = Array.from({ length: 120 }, () => fitCylinder(pipe())!);
    const radii = Math.sqrt(
      fits.reduce((sum, each) => sum + ((each.radius - radius) / each.radiusPlusMinus) ** 2, 0) / fits.length,
    );
    const axes = Math.sqrt(
      fits.reduce((sum, { point, plusMinus }) => {
        const [x, y, z] = minus(point, FAR);
        return sum + (y ** 2 + (z - 0.1 * x) ** 2 / 1.01) / plusMinus ** 2;
      }, 0) / fits.length,
    );
    for (const off of [radii, axes]) {
      expect(off).toBeGreaterThan(0.8);
      expect(off).toBeLessThan(1.25);
    }
    expect(fits[0]!.covered).toBeGreaterThan(150);
    expect(fits[0]!.covered).toBeLessThan(200);
  });

  it('of the ground below grass, with a point far below it', () => {
    const off = judged(TRIALS, () => {
      const points = onPlane(60, [0.1, 0.2, 0], [0, 0], 0.5);
      points.push([FAR[0] + 0.1, FAR[1], FAR[2] - 30]);
      for (let n = 0; n < 40; n++)
        points.push([FAR[0] + random() - 0.5, FAR[1] + random() - 0.5, FAR[2] + 1 + random()]);
      const { position, plusMinus } = lowest(points, { x: FAR[0], y: FAR[1], radius: 0.5 })!;
      return { error: position[2] - FAR[2], plusMinus: plusMinus! };
    });
    expect(off).toBeGreaterThan(0.85);
    expect(off).toBeLessThan(1.2);
  });

  it('of a circle by three points', () => {
    const exact = [0.1, 2, 4].map((angle): Vector3 => [
      FAR[0] + 2 * Math.cos(angle),
      FAR[1] + 2 * Math.sin(angle),
      FAR[2],
    ]);
    const off = judged(TRIALS, () => {
      const seen = exact.map((place) => place.map((each) => each + normal() * SIGMA) as Vector3) as [
        Vector3,
        Vector3,
        Vector3,
      ];
      return { error: circleOf(seen)!.radius - 2, plusMinus: circleSigma(seen, [SIGMA, SIGMA, SIGMA]) };
    });
    expect(off).toBeGreaterThan(0.9);
    expect(off).toBeLessThan(1.1);
  });
});

/** A cloud of one node in memory. */
function cloudOf(places: readonly Vector3[], classOf?: (i: number) => number): Cloud {
  const scale: Vector3 = [0.0001, 0.0001, 0.0001];
  const points: NodePoints = pointsAt(places, scale, FAR, classOf);
  const ends = [0, 1, 2].map((axis) =>
    places.reduce(
      ([low, high], p) => [Math.min(low, p[axis]!), Math.max(high, p[axis]!)] as [number, number],
      [Infinity, -Infinity] as [number, number],
    ),
  );
  const node = {
    name: 'r',
    level: 0,
    min: ends.map(([low]) => low) as Vector3,
    max: ends.map(([, high]) => high) as Vector3,
    count: points.count,
  };
  return {
    place: { cloudId: 'c', content: 1, crs: null, octree: 'o', copc: null, edits: 0, state: null },
    source: { scale, offset: FAR, spacing: 1, hasColour: true },
    root: async () => node,
    children: async () => [],
    load: async () => points,
  } as unknown as Cloud;
}

const ask = async <M extends CloudMeasure['measure']>(
  cloud: Cloud,
  request: Extract<CloudMeasure, { measure: M }>,
  other: Cloud | null = null,
  terrain: TerrainBelow | null = null,
) => (await measure(cloud, other, terrain, request, 60)) as Extract<CloudMeasured, { measure: M }>;

const square = (half: number): [number, number][] =>
  [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ].map(([x, y]) => [FAR[0] + x!, FAR[1] + y!]);
const scattered = (count: number, half: number, height: (x: number, y: number) => number): Vector3[] =>
  Array.from({ length: count }, (): Vector3 => {
    const [x, y] = [(2 * random() - 1) * half, (2 * random() - 1) * half];
    return [FAR[0] + x, FAR[1] + y, FAR[2] + height(x, y) + normal() * SIGMA];
  });

describe('A volume against a terrain', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'below-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const frame = { crs: 'EPSG:32633', verticalCrs: null, crsUnits: 1, unit: 1, heightUnit: 1 };
  /** Rises 0.2 m a metre to the east, and falls 0.1 m to the north. */
  const incline = (x: number, y: number) => 0.2 * x - 0.1 * y;
  const terrain = (name: string, isMissing: (column: number) => boolean): TerrainBelow => {
    const file = path.join(folder, `${name}.tif`);
    const value = (column: number, row: number) =>
      isMissing(column) ? -9999 : FAR[2] + incline(column - 19.5, 19.5 - row);
    const origin: [number, number] = [FAR[0] - 20, FAR[1] + 20];
    const dem = { width: 40, height: 40, projected: 32_633, type: 'float64', missing: '-9999' } as const;
    writeFileSync(file, geotiff({ ...dem, origin, step: [1, 1], value }));
    const source = { kind: 'model', file, crs: 'EPSG:32633', heights: 'ellipsoid', resolution: 1 } as const;
    return { id: 't', name, source, earth: { from: frame, grids: { offers: [], files: {} } } };
  };
  const base = { kind: 'terrain' as const, terrainId: '00000000-0000-4000-8000-000000000000' };

  it('is what lies above it and below, within its ±', async () => {
    // 20 m by 20 m, half a metre above in the west, a quarter below in the east: 100 m³ and 50 m³.
    const points = scattered(40_000, 10, (x, y) => incline(x, y) + (x < 0 ? 0.5 : -0.25));
    const request = { measure: 'volume' as const, ring: square(10), base };
    const { volume } = await ask<'volume'>(
      cloudOf(points),
      request,
      null,
      terrain('whole', () => false),
    );
    // Of some thousand cells one may be without a point by chance.
    expect(volume!.empty).toBeLessThan(0.001);
    expect(Math.abs(volume!.cut - 100)).toBeLessThan(0.02 * 100);
    expect(Math.abs(volume!.net - 50)).toBeLessThan(3 * volume!.plusMinus);
    expect(volume!.terrain).toMatchObject({
      name: 'whole',
      resolution: 1,
      verticalCrs: null,
      otherGeoid: null,
    });
  });

  it('counts nothing where the terrain has a gap, and says how much that is', async () => {
    const points = scattered(40_000, 10, (x, y) => incline(x, y) + 0.5);
    const request = { measure: 'volume' as const, ring: square(10), base, cell: 0.5 };
    const half = terrain('half', (column) => column >= 20);
    const { volume } = await ask<'volume'>(cloudOf(points), request, null, half);
    // Between the last centre with a height and the first without one there is none.
    expect(volume!.empty).toBeGreaterThan(0.49);
    expect(volume!.empty).toBeLessThan(0.54);
    // Scattered points of a slope are not in the middle of their cells.
    expect(Math.abs(volume!.net / (1 - volume!.empty) - 0.5 * 400)).toBeLessThan(2);
  });
});

describe('Measures of constructed clouds', () => {
  it('find the volume of a pit below its rim, and of a heap above a fixed height', async () => {
    // A pit of a paraboloid, 1 m deep and 2 m in radius: π · 2² · 1 / 2.
    const pit = Math.PI * 2;
    const errors: { error: number; plusMinus: number }[] = [];
    for (let n = 0; n < 40; n++) {
      const cloud = cloudOf(scattered(6000, 3, (x, y) => Math.min(0, (x * x + y * y) / 4 - 1)));
      const { volume } = await ask(cloud, { measure: 'volume', ring: square(2.9), base: { kind: 'rim' } });
      errors.push({ error: volume!.net + pit, plusMinus: volume!.plusMinus });
      expect(volume!.fill).toBeGreaterThan(volume!.cut);
    }
    const off = judged(errors.length, () => errors.pop()!);
    expect(off).toBeLessThan(1.4);
    const heap = cloudOf(scattered(6000, 3, () => 0.5));
    const { volume } = await ask(heap, {
      measure: 'volume',
      ring: square(2),
      base: { kind: 'height', z: FAR[2] },
    });
    expect(Math.abs(volume!.cut - 16 * 0.5)).toBeLessThan(4 * volume!.plusMinus);
    expect(volume!.fill).toBe(0);
  });

  it('say how much noise adds to cut and fill where the surface is near the base', async () => {
    const base = { kind: 'height' as const, z: FAR[2] };
    const excess = async (height: (x: number, y: number) => number, cut: number) => {
      const sums = { cut: 0, fill: 0, noise: 0 };
      for (let n = 0; n < 10; n++) {
        const cloud = cloudOf(scattered(6000, 3, height));
        const { volume } = await ask(cloud, { measure: 'volume', ring: square(2), base });
        sums.cut += (volume!.cut - cut) / 10;
        sums.fill += (volume!.fill - cut) / 10;
        sums.noise += volume!.noise / 10;
      }
      return sums;
    };
    const flat = await excess(() => 0, 0);
    for (const each of [flat.cut, flat.fill]) expect(Math.abs(each / flat.noise - 1)).toBeLessThan(0.1);
    // Waves of ±1 cm, as much above as below: the integral of a positive half is 2 / π of its height.
    const waves = await excess((x) => 0.01 * Math.sin(Math.PI * x), (16 * 0.01) / Math.PI);
    expect(waves.noise).toBeGreaterThan((waves.cut + waves.fill) / 2);
    expect(waves.noise).toBeLessThan(flat.noise);
    const high = await excess(() => 0.5, 8);
    expect(high.noise).toBeLessThan(1e-9);
  });

  it('find the volume of a heap with upright walls on a regular grid, wherever it stands on it', async () => {
    // 2 m high. Moved, turned but for each third, and of another size in each trial.
    const errors = Array.from({ length: 40 }, async (_, n) => {
      const [spacing, turn] = [[0.1, 0.15, 0.2, 0.25][n % 4]!, n % 3 === 0 ? 0 : random()];
      const [dx, dy, cos, sin] = [random(), random(), Math.cos(turn), Math.sin(turn)];
      const half = 1.5 + random();
      const steps = Math.round(8 / spacing);
      const points = Array.from({ length: steps ** 2 }, (_, i): Vector3 => {
        const [x, y] = [(i % steps) * spacing - 4, Math.floor(i / steps) * spacing - 4];
        const [u, v] = [x - dx * spacing, y - dy * spacing];
        const inside = Math.max(Math.abs(u * cos + v * sin), Math.abs(v * cos - u * sin)) < half;
        return [FAR[0] + x, FAR[1] + y, FAR[2] + (inside ? 2 : 0) + normal() * SIGMA];
      });
      const { volume } = await ask(cloudOf(points), {
        measure: 'volume',
        ring: square(3.5),
        base: { kind: 'height', z: FAR[2] },
      });
      return { error: volume!.net - 8 * half ** 2, plusMinus: volume!.plusMinus };
    });
    const all = await Promise.all(errors);
    for (const { error, plusMinus } of all) expect(Math.abs(error)).toBeLessThan(2.5 * plusMinus);
    const off = judged(all.length, () => all.pop()!);
    expect(off).toBeLessThan(1.1);
    // Nor is it far too large.
    expect(off).toBeGreaterThan(0.25);
  });

  it('find the volume of a pit whose walls were surveyed, too, within their ±', async () => {
    // 1.5 m deep, as dense on its walls as on the ground; elsewhere and of another size in each trial.
    const density = 200;
    const errors = Array.from({ length: 40 }, async () => {
      const [west, south, long, wide] = [random() - 2, random() - 1.5, 2 + random(), 1 + random()];
      const at = (x: number, y: number, z: number): Vector3 => [FAR[0] + x, FAR[1] + y, FAR[2] + z];
      const isIn = (x: number, y: number) => x > west && x < west + long && y > south && y < south + wide;
      const level = Array.from({ length: 64 * density }, () => {
        const [x, y] = [8 * random() - 4, 8 * random() - 4];
        return at(x, y, (isIn(x, y) ? -1.5 : 0) + normal() * SIGMA);
      });
      const wall = (length: number, place: (along: number, off: number) => [number, number]) =>
        Array.from({ length: length * 1.5 * density }, () =>
          at(...place(random() * length, normal() * SIGMA), -1.5 * random()),
        );
      const walls = [
        ...wall(long, (along, off) => [west + along, south + off]),
        ...wall(long, (along, off) => [west + along, south + wide + off]),
        ...wall(wide, (along, off) => [west + off, south + along]),
        ...wall(wide, (along, off) => [west + long + off, south + along]),
      ];
      const { volume } = await ask(cloudOf([...level, ...walls]), {
        measure: 'volume',
        ring: square(3.5),
        base: { kind: 'rim' },
      });
      return { error: volume!.net + 1.5 * long * wide, plusMinus: volume!.plusMinus };
    });
    const all = await Promise.all(errors);
    for (const { error, plusMinus } of all) expect(Math.abs(error)).toBeLessThan(2.5 * plusMinus);
    const off = judged(all.length, () => all.pop()!);
    expect(off).toBeLessThan(1.1);
    expect(off).toBeGreaterThan(0.25);
  });

  it('find the volume between two clouds, and say what share is empty', async () => {
    const [before, after] = [
      cloudOf(scattered(8000, 3, () => 0)),
      cloudOf(scattered(8000, 3, (x) => (x > 0 ? 0.2 : NaN)).filter(([, , z]) => !Number.isNaN(z))),
    ];
    const { volume } = await ask(
      after,
      { measure: 'volume', ring: square(2), base: { kind: 'cloud', cloudId: 'x' }, cell: 0.25 },
      before,
    );
    // Half of 4 × 4 m, 0.2 m higher.
    expect(Math.abs(volume!.net - 8 * 0.2)).toBeLessThan(0.01);
    expect(volume!.empty).toBeCloseTo(0.5, 2);
  });

  it('find the area of a roof over its plan', async () => {
    const roof = cloudOf(scattered(20_000, 3, (x) => 0.5 * x));
    const { area } = await ask(roof, { measure: 'area', ring: square(2) });
    expect(area!.plan).toBeCloseTo(16, 3);
    // 16 m² · √(1 + 0.5²)
    expect(Math.abs(area!.surface - 16 * Math.sqrt(1.25))).toBeLessThan(0.05);
  });

  it('find how far one cloud lies above another', async () => {
    const [before, after] = [
      cloudOf(scattered(5000, 2, (x) => 0.3 * x)),
      cloudOf(scattered(3000, 1.5, (x) => 0.3 * x + 0.02)),
    ];
    const { deviation } = await ask(
      after,
      { measure: 'deviation', cloudId: 'x', most: 0.3, tolerance: 0.02, sample: 100 },
      before,
    );
    // Along the normal: 0.02 / √(1 + 0.3²).
    expect(deviation!.mean).toBeCloseTo(0.02 / Math.sqrt(1.09), 3);
    expect(deviation!.compared + deviation!.beyond).toBe(3000);
    expect(deviation!.histogram.counts.reduce((sum, each) => sum + each, 0)).toBe(deviation!.compared);
    expect(deviation!.sample.length / 4).toBeGreaterThan(90);
    // The mean, 19 mm, is within 20 mm; of so many points almost all are, and none with its noise far beyond.
    const { from, step, counts } = deviation!.histogram;
    const upTo = (reach: number) =>
      counts.reduce((sum, count, i) => (Math.abs(from + (i + 0.5) * step) <= reach ? sum + count : sum), 0);
    expect(deviation!.within).toBeGreaterThanOrEqual(upTo(0.02 - step));
    expect(deviation!.within).toBeLessThanOrEqual(upTo(0.02 + step));
    // The same for each point, to colour it; before them, that all points made the surface.
    const [spacing, ...each] = await nodeDeviations(after, before, { node: 'r', most: 0.3 });
    expect(spacing).toBe(0);
    const known = each.filter((one) => !Number.isNaN(one));
    expect([each.length, known.length]).toEqual([3000, deviation!.compared]);
    expect(known.reduce((sum, one) => sum + one, 0) / known.length).toBeCloseTo(deviation!.mean, 6);
  });

  it('pick the wall in front, never the one behind', async () => {
    const wall = (y: number) =>
      Array.from({ length: 12_000 }, (): Vector3 => [
        FAR[0] + 4 * random() - 2,
        FAR[1] + y,
        FAR[2] + 4 * random() - 2,
      ]);
    const cloud = cloudOf([...wall(5), ...wall(5.6)]);
    for (let n = 0; n < 50; n++) {
      const origin: Vector3 = [FAR[0] + random() - 0.5, FAR[1] - 3, FAR[2] + random() - 0.5];
      const ray = { kind: 'cone' as const, origin, direction: [0.02, 1, 0.01] as Vector3, angle: 0.6 };
      const { point } = await ask(cloud, { measure: 'pick', ray });
      expect(point!.position[1] - FAR[1]).toBeCloseTo(5, 3);
    }
  });

  it('trace the outline of stairs in a section', async () => {
    // Four steps of 0.3 m, 0.2 m high, treads and risers.
    const stairs = Array.from({ length: 30_000 }, (): Vector3 => {
      const along = random() * 2;
      const step = Math.floor(along / 0.5);
      const within = along - step * 0.5;
      const [x, z] =
        within < 0.3 ? [step * 0.3 + within, step * 0.2] : [(step + 1) * 0.3, step * 0.2 + (within - 0.3)];
      return [FAR[0] + x + normal() * 0.001, FAR[1] + random() - 0.5, FAR[2] + z + normal() * 0.001];
    });
    const line: [number, number][] = [
      [FAR[0] - 0.1, FAR[1]],
      [FAR[0] + 1.5, FAR[1]],
    ];
    const { outlines } = await ask(cloudOf(stairs), {
      measure: 'section',
      line,
      width: 0.5,
      tolerance: 0.02,
    });
    const longest = [...outlines].sort((a, b) => b.profile.length - a.profile.length)[0]!;
    const heights = longest.profile.map(([, z]) => z - FAR[2]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.75);
    expect(longest.rms).toBeLessThan(0.02);
  });
});

describe('Another program finds the same, in the same points:', () => {
  const [anyOf, noise] = [randomFrom(41), normalFrom(42)];
  const rounded = (place: number[]) => place.map((value) => Math.round(value * 1e4) / 1e4) as Vector3;
  const slope = (x: number) => 0.05 * x;
  /** 8 m by 8 m, with its corners. */
  const ground = (height: (x: number, y: number) => number): Vector3[] => [
    ...Array.from({ length: 6000 }, () => {
      const [x, y] = [8 * anyOf() - 4, 8 * anyOf() - 4];
      return rounded([x, y, height(x, y) + noise() * 0.005]);
    }),
    ...[-4, 4].map((end) => rounded([end, end, slope(end)])),
  ];
  const there = (places: readonly Vector3[]) =>
    cloudOf(places.map((place) => place.map((value, axis) => value + FAR[axis]!) as Vector3));
  const before = there(ground(slope));
  const heap = (x: number, y: number) => Math.max(0, 1 - Math.hypot(x - 2, y - 2));
  const pit = (x: number, y: number) => Math.max(0, 0.5 - ((x + 2) ** 2 + (y + 1) ** 2) / 2);
  const after = there(ground((x, y) => slope(x) + heap(x, y) - pit(x, y)));

  // CloudCompare 2.11.3 of Debian 12, of these points without the large coordinates.
  it('the volumes of a heap and of a pit between two epochs (-VOLUME -GRID_STEP 0.4)', async () => {
    const request = { measure: 'volume' as const, base: { kind: 'cloud' as const, cloudId: 'x' }, cell: 0.4 };
    // Its cells have their middles on the outline of the points.
    const { volume } = await ask(after, { ...request, ring: square(4.2) }, before);
    expect(Math.abs(volume!.cut - 1.135688)).toBeLessThan(0.001);
    expect(Math.abs(volume!.fill - 0.866637)).toBeLessThan(0.001);
  });

  it('distances of points from the other epoch (-C2C_DIST -MODEL LS KNN 12)', async () => {
    const { deviation } = await ask(
      after,
      { measure: 'deviation', cloudId: 'x', most: 2, sample: 6002 },
      before,
    );
    const found = deviation!.sample.filter((_, i) => i % 4 === 3).map(Math.abs);
    const sorted = found.toSorted((a, b) => a - b);
    expect(found).toHaveLength(6002);
    expect(Math.abs(found.reduce((sum, each) => sum + each, 0) / 6002 - 0.034237)).toBeLessThan(0.0005);
    // Median, and the 99th of a hundred.
    expect(Math.abs(sorted[3001]! - 0.004203)).toBeLessThan(0.0005);
    expect(Math.abs(sorted[Math.floor(6002 * 0.99)]! - 0.57111)).toBeLessThan(0.001);
  });

  it('the points of a section, 0.5 m wide and turned (-CROP2D)', async () => {
    const line: [number, number][] = [
      [FAR[0] - 3, FAR[1] - 2],
      [FAR[0] + 3, FAR[1] + 2.5],
    ];
    const { source } = await ask(after, { measure: 'section', line, width: 0.5 });
    expect(source.points).toBe(357);
  });
});
