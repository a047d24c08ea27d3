import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KnownPoint } from '#core/protocol';
import { readBook } from '../../../formats/instruments/read-book.ts';
import type { BookRecord, StationRecord } from '../../../formats/instruments/model.ts';
import { adjust, ellipseOf, type Adjusted, type Equation } from './adjust.ts';
import { computeBook } from './compute.ts';
import { azimuthOf, freeStation, intersect, lengthOf, polar, resect } from './plane.ts';
import { chiSquare, popeTau, studentT } from './statistics.ts';
import { DEFAULT_SETTINGS } from './types.ts';

const REAL = path.resolve(
  import.meta.dirname,
  '../../../../../shared/data/instruments/trimble/BSG-08-11-19.are',
);
const numbered = (records: readonly BookRecord[]) =>
  records.map((record, ordinal) => ({ ...record, ordinal, used: true }));

describe('least squares', () => {
  /** Each line of levels: from, to, rise, length; -1 and -2 are the benchmarks of 100 and 107.5 m. */
  const lines: [number, number, number, number][] = [
    [-1, 0, 5.1, 4],
    [0, -2, 2.34, 3],
    [-2, 2, -1.25, 2],
    [2, -1, -6.13, 3],
    [0, 1, -0.68, 2],
    [-2, 1, -3, 2],
    [1, 2, 1.7, 2],
  ];
  const levelling = (weighted: boolean): Equation[] =>
    lines.map(([from, to, rise, length]) => ({
      unknowns: [from, to].filter((u) => u >= 0),
      sigma: weighted ? Math.sqrt(length) : 1,
      at(values) {
        const height = (u: number) => (u === -1 ? 100 : u === -2 ? 107.5 : values[u]!);
        return {
          misfit: rise - (height(to) - height(from)),
          coefficients: [from, to].flatMap((u, i) => (u < 0 ? [] : [i === 0 ? -1 : 1])),
        };
      },
    }));
  const heights = (weighted: boolean) => {
    const solved = adjust(levelling(weighted), new Float64Array(3)) as Adjusted;
    return [...solved.values].map((height) => height.toFixed(3));
  };

  it('has the heights that Ghilani prints for his network of levels', () => {
    // Adjustment Computations, examples 12.1 (equal weights) and 12.2 (weights by length).
    expect(heights(false)).toEqual(['105.141', '104.483', '106.188']);
    expect(heights(true)).toEqual(['105.150', '104.489', '106.197']);
  });

  it('tests residuals whose redundancies sum to the degrees of freedom', () => {
    const solved = adjust(levelling(true), new Float64Array(3)) as Adjusted;
    expect(solved.freedom).toBe(4);
    expect(solved.observations.reduce((sum, { redundancy }) => sum + redundancy, 0)).toBeCloseTo(4, 10);
  });

  it('names an unknown that nothing determines', () => {
    const equation: Equation = {
      unknowns: [0, 1],
      sigma: 1,
      at: () => ({ misfit: 1, coefficients: [1, -1] }),
    };
    expect(adjust([equation], new Float64Array(2))).toHaveProperty('loose');
  });

  it('has quantiles of the printed tables', () => {
    // χ² and t as in any table; τ by Pope (1976) for 10 degrees of freedom at 5 %.
    expect(chiSquare(0.95, 10)).toBeCloseTo(18.307, 3);
    expect(chiSquare(0.025, 4)).toBeCloseTo(0.484, 3);
    expect(studentT(0.95, 10)).toBeCloseTo(2.228, 3);
    expect(popeTau(0.95, 10)).toBeCloseTo((2.262 * Math.sqrt(10)) / Math.sqrt(9 + 2.262 ** 2), 3);
  });

  it('has an ellipse by the eigenvalues of its covariance', () => {
    expect(ellipseOf(4, 0, 1)).toEqual({ major: 2, minor: 1, azimuth: 90 });
    const { major, minor, azimuth } = ellipseOf(2.5, 1.5, 2.5);
    expect([major, minor, azimuth]).toEqual([2, 1, 45]);
  });
});

describe('points from lines of sight', () => {
  const [a, b, c] = [
    { east: 1000, north: 5000 },
    { east: 1400, north: 5200 },
    { east: 1150, north: 4600 },
  ];
  const at = { east: 1200, north: 5050 };
  const seen = [a, b, c].map((point) => ({
    at: point,
    circle: (azimuthOf(at, point) - 77 + 360) % 360,
    distance: lengthOf(at, point),
  }));

  it('are found by intersection, by resection and by free stationing', () => {
    const met = intersect(a, azimuthOf(a, at), b, azimuthOf(b, at))!;
    expect(lengthOf(met, at)).toBeLessThan(1e-9);
    expect(lengthOf(resect(seen)!, at)).toBeLessThan(1e-8);
    const free = freeStation(seen.slice(0, 2))!;
    expect(lengthOf(free.at, at)).toBeLessThan(1e-9);
    expect(free.orientation).toBeCloseTo(77, 10);
  });

  it('are not found where lines run beside each other, or on the circle through the known points', () => {
    expect(intersect(a, 45, b, 46)).toBeUndefined();
    const ring = [0, 80, 200, 300].map((azimuth) => polar(at, azimuth, 100));
    const onCircle = ring.slice(1).map((point) => ({ at: point, circle: azimuthOf(ring[0]!, point) }));
    expect(resect(onCircle)).toBeUndefined();
  });
});

describe('a field book', () => {
  const station = (name: string, more: Partial<StationRecord> = {}): BookRecord => ({
    kind: 'station',
    line: 1,
    name,
    instrumentHeight: 1.5,
    ...more,
  });
  const places: Record<string, { east: number; north: number; height: number }> = {
    A: { east: 0, north: 0, height: 100 },
    B: { east: 200, north: 50, height: 102 },
    P: { east: 120, north: 140, height: 99 },
    Q: { east: 60, north: 90, height: 101 },
  };
  /** In face one or two, with an error of collimation; without curvature and refraction. */
  const shot = (
    from: string,
    to: string,
    turn: number,
    { face = 1, error = 0, slip = 0 } = {},
  ): BookRecord => {
    const [a, b] = [places[from]!, places[to]!];
    const distance = lengthOf(a, b);
    const zenith = (Math.atan2(distance, b.height + 1.6 - a.height - 1.5) * 180) / Math.PI;
    const circle = (azimuthOf(a, b) - turn + slip + 720) % 360;
    return {
      kind: 'observation',
      line: 2,
      target: to,
      purpose: 'sideshot',
      face: face as 1 | 2,
      circle: face === 1 ? (circle + error) % 360 : (circle + 180 - error + 360) % 360,
      zenith: face === 1 ? zenith + error : 360 - zenith + error,
      slope: Math.hypot(distance, b.height + 1.6 - a.height - 1.5),
      targetHeight: 1.6,
    };
  };
  const known = (...names: string[]): KnownPoint[] => names.map((name) => ({ name, ...places[name]! }));
  const settings = { ...DEFAULT_SETTINGS, refraction: 1 };
  const compute = (records: readonly BookRecord[], points: KnownPoint[], refraction = 1) =>
    computeBook({ records: numbered(records), known: points, settings: { ...settings, refraction } });
  const found = (result: ReturnType<typeof compute>, name: string) =>
    result.points.find((point) => point.name === name)!;

  it('averages both faces, and tells collimation and index error', () => {
    const error = 0.005;
    const faces = (to: string) => [1, 2].map((face) => shot('A', to, 30, { face, error }));
    const result = compute([station('A'), ...faces('B'), ...faces('P')], known('A', 'B'));
    expect(result.stations[0]!.collimation).toBeCloseTo(error, 9);
    expect(result.stations[0]!.index).toBeCloseTo(error, 9);
    expect(result.stations[0]!.orientation).toBeCloseTo(30, 9);
    // Curvature remains with k = 1 only in the horizontal distance: (1 − k/2)/R·S² sin z cos z, some 0.00002 mm.
    expect(lengthOf(found(result, 'P'), places['P']!)).toBeLessThan(1e-4);
    expect(found(result, 'P').height).toBeCloseTo(99, 5);
  });

  it('corrects heights for curvature and refraction as Leica prints it', () => {
    // B = (1 − k)/2R = 0.87/(2 × 6 371 000) = 6.828e-8: 1 km level gives 0.0683 m.
    const level: BookRecord = {
      kind: 'observation',
      line: 2,
      target: 'F',
      purpose: 'sideshot',
      circle: 90,
      zenith: 90,
      slope: 1000,
      targetHeight: 1.5,
      face: 1,
    };
    const result = compute([station('A', { azimuth: 0, circle: 0 }), level], known('A'), 0.13);
    expect(found(result, 'F').height).toBeCloseTo(100.0683, 4);
    expect(found(result, 'F').east).toBeCloseTo(1000, 6);
  });

  it('finds a free station, and carries coordinates on from station to station', () => {
    const result = compute(
      [
        station('P'),
        shot('P', 'A', 10),
        shot('P', 'B', 10),
        shot('P', 'Q', 10),
        station('Q'),
        shot('Q', 'P', 99),
        shot('Q', 'A', 99),
      ],
      known('A', 'B'),
    );
    expect(found(result, 'P').how).toBe('free-station');
    for (const name of ['P', 'Q']) {
      expect(lengthOf(found(result, name), places[name]!)).toBeLessThan(1e-4);
      expect(found(result, name).height).toBeCloseTo(places[name]!.height, 4);
    }
    expect(result.plan!.freedom).toBeGreaterThan(0);
    expect(result.problems).toEqual([]);
  });

  it('names the observation that is wrong', () => {
    const cross = (slip: number) => [
      station('A'),
      ...['B', 'P', 'Q'].map((to) => shot('A', to, 10)),
      station('B'),
      ...['A', 'P', 'Q'].map((to) => shot('B', to, 20, { slip: to === 'Q' ? slip : 0 })),
      station('P'),
      ...['A', 'B', 'Q'].map((to) => shot('P', to, 30)),
    ];
    expect(compute(cross(0), known('A', 'B')).problems).toEqual([]);
    const result = compute(cross(0.05), known('A', 'B'));
    const worst = result.residuals.reduce((most, one) =>
      Math.abs(one.w ?? 0) > Math.abs(most.w ?? 0) ? one : most,
    );
    expect([worst.station, worst.target, worst.measured, worst.blunder]).toEqual([
      'B',
      'Q',
      'direction',
      true,
    ]);
    expect(result.plan!.chi!.passed).toBe(false);
  });

  it('says what it lacks', () => {
    const kinds = (records: readonly BookRecord[], points: KnownPoint[]) =>
      compute(records, points).problems.map(({ kind }) => kind);
    expect(kinds([station('A'), shot('A', 'P', 0)], [])).toEqual(['nothing-known']);
    expect(kinds([station('A'), shot('A', 'P', 0)], known('A'))).toEqual(['station-not-oriented']);
    expect(kinds([station('A', { azimuth: 5 }), shot('A', 'B', 0)], known('A', 'B'))).toContain(
      'azimuth-differs',
    );
  });

  it('says that without a reference system GNSS vectors are not computed, and lengths not reduced', () => {
    const vector: BookRecord = { kind: 'baseline', line: 3, from: 'A', to: 'R', vector: [1, 2, 3] };
    const { problems, factor } = computeBook({
      records: numbered([station('A', { azimuth: 0 }), shot('A', 'P', 0), vector]),
      known: known('A'),
      settings: { ...settings, lengths: 'grid' },
    });
    expect(problems).toEqual([
      { kind: 'vectors-without-crs', values: { count: 1 } },
      { kind: 'not-reduced' },
    ]);
    expect(factor).toBe(1);
  });

  it('keeps points apart that were given one name', () => {
    const again = {
      ...(shot('A', 'P', 0) as Extract<BookRecord, { kind: 'observation' }>),
      target: 'Q',
      line: 9,
    };
    const result = compute([station('A', { azimuth: 0, circle: 0 }), shot('A', 'Q', 0), again], known('A'));
    expect(result.points.map(({ name }) => name)).toEqual(['A', 'Q', 'Q (2)']);
    expect(result.problems.map(({ kind }) => kind)).toEqual(['name-twice']);
  });

  it('reduces lengths to the plane', () => {
    const records = [station('A', { azimuth: 0, circle: 0 }), shot('A', 'B', 0)];
    const reduced = computeBook({
      records: numbered(records),
      known: known('A'),
      settings: { ...settings, lengths: 'grid' },
      scaleAt: () => 0.9996,
    });
    // 0.9996 × R/(R + 100 m).
    const factor = 0.9996 * (6_371_000 / 6_371_100);
    expect(lengthOf(places['A']!, found(reduced, 'B'))).toBeCloseTo(
      lengthOf(places['A']!, places['B']!) * factor,
      4,
    );
  });

  it('of 1,000 points and 5,000 observations is adjusted in seconds', () => {
    const side = 32;
    const grid = Array.from({ length: 1000 }, (_, i) => ({
      east: (i % side) * 80 + (i % 7),
      north: Math.floor(i / side) * 80 + (i % 5),
      height: 10,
    }));
    const name = (i: number) => `G${i}`;
    const records: BookRecord[] = [];
    for (let i = 0; i < 1000 && records.length < 3500; i++) {
      const others = [i + 1, i + side, i - 1, i - side, i + side + 1]
        .filter((j) => grid[j] && Math.abs((j % side) - (i % side)) < 2)
        .slice(0, 3);
      if (others.length === 0) continue;
      records.push(station(name(i)));
      for (const j of others)
        records.push({
          kind: 'observation',
          line: 1,
          target: name(j),
          purpose: 'sideshot',
          circle: (azimuthOf(grid[i]!, grid[j]!) + i + 720) % 360,
          horizontal: lengthOf(grid[i]!, grid[j]!),
        });
    }
    const fixed = [0, 1, side, 990].map((i) => ({ name: name(i), ...grid[i]! }));
    const before = process.cpuUsage();
    const result = compute(records, fixed);
    // Time of the processor: others may use the machine.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4);
    expect(result.plan!.observations).toBeGreaterThan(5000);
    expect(lengthOf(found(result, name(500)), grid[500]!)).toBeLessThan(1e-6);
  });

  it('says that the coordinates of the instrument fit when east and north are exchanged', () => {
    // The point is 30 m to the east and 40 m to the north; the file was read the other way round.
    const shot = { kind: 'observation', line: 2, target: '1', purpose: 'sideshot', horizontal: 50 } as const;
    const circle = (Math.atan2(30, 40) * 180) / Math.PI;
    const result = compute(
      [
        { kind: 'station', line: 1, name: 'S', azimuth: 0, circle: 0 },
        { ...shot, circle, at: { east: 200 + 40, north: 100 + 30 } },
      ],
      [{ name: 'S', east: 200, north: 100, height: null }],
    );
    expect(result.problems).toEqual([{ kind: 'fits-exchanged', values: { count: 1, name: '1' } }]);
  });

  it.skipIf(!fs.existsSync(REAL))('has the coordinates that a real instrument computed for itself', () => {
    const file = readBook(fs.readFileSync(REAL));
    const start = new Map<string, KnownPoint>();
    for (const record of file.records)
      if (
        (record.kind === 'station' || (record.kind === 'point' && record.origin === 'control')) &&
        record.at
      )
        if (!start.has(record.name))
          start.set(record.name, { name: record.name, height: null, ...record.at });
    const result = computeBook({
      records: numbered(file.records),
      known: [...start.values()],
      settings: DEFAULT_SETTINGS,
    });
    let compared = 0;
    for (const record of file.records) {
      if (record.kind !== 'observation' || !record.at) continue;
      // Names that were given twice have a number behind.
      const points = result.points.filter(({ name }) => name.replace(/ \(\d+\)$/, '') === record.target);
      if (points.every(({ how }) => how === 'known')) continue;
      compared++;
      expect(Math.min(...points.map((point) => lengthOf(point, record.at!)))).toBeLessThan(0.02);
    }
    expect(compared).toBeGreaterThan(90);
    expect(result.problems.map(({ kind }) => kind)).not.toContain('differs-from-instrument');
  });
});
