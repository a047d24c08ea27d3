import { describe, expect, it } from 'vitest';
import { inSpace, project } from '#core/geodesy';
import type { FieldBookResult, KnownPoint } from '#core/protocol';
import type { BookRecord, Covariance } from '../../../formats/instruments/model.ts';
import { readRw5 } from '../../../formats/instruments/rw5.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { carryOut } from '../tasks.ts';
import { azimuthOf, lengthOf, polar } from './plane.ts';
import { DEFAULT_SETTINGS } from './types.ts';

const CRS = 'EPSG:32633';
const settings = { ...DEFAULT_SETTINGS, sigmaCentring: 0 };

/** Places by longitude, latitude and ellipsoidal height, on the central meridian and beside it. */
const A: [number, number, number] = [15, 42, 300];
const B: [number, number, number] = [15.02, 42.01, 350];
const P: [number, number, number] = [15.01, 42.015, 410];

async function planeOf([longitude, latitude, height]: readonly number[]) {
  await readyCrs(CRS);
  const [east, north] = project(CRS, [longitude!, latitude!]);
  return { east, north, height: height! };
}
async function known(name: string, at: readonly number[]): Promise<KnownPoint> {
  return { name, ...(await planeOf(at)) };
}
function vector(
  [from, start]: [string, [number, number, number]],
  [to, end]: [string, [number, number, number]],
  { covariance, error = [0, 0, 0] }: { covariance?: Covariance; error?: number[] } = {},
): BookRecord {
  const [a, b] = [inSpace(start), inSpace(end)];
  const between = [0, 1, 2].map((i) => b[i]! - a[i]! + error[i]!) as [number, number, number];
  return { kind: 'baseline', line: 1, from, to, vector: between, ...(covariance && { covariance }) };
}
const DIAGONAL: Covariance = [1e-6, 0, 0, 4e-6, 0, 9e-6];

async function compute(records: readonly BookRecord[], points: readonly KnownPoint[]) {
  const outcome = await carryOut({
    kind: 'compute',
    records: records.map((record, ordinal) => ({ ...record, ordinal, used: true })),
    known: [...points],
    settings,
    crs: CRS,
    heights: 'ellipsoid',
  });
  return (outcome as { result: FieldBookResult }).result;
}
const pointOf = ({ points }: FieldBookResult, name: string) => points.find((point) => point.name === name)!;

describe('GNSS vectors', () => {
  it('lead to the places that the projection gives, forwards and backwards', async () => {
    const records = [
      vector(['A', A], ['B', B], { covariance: DIAGONAL }),
      vector(['P', P], ['B', B], { covariance: DIAGONAL }),
    ];
    const result = await compute(records, [await known('A', A)]);
    for (const [name, at] of [
      ['B', B],
      ['P', P],
    ] as const) {
      const truth = await planeOf(at);
      const found = pointOf(result, name);
      expect(found.how).toBe('vector');
      expect(found.east).toBeCloseTo(truth.east, 4);
      expect(found.north).toBeCloseTo(truth.north, 4);
      expect(found.height).toBeCloseTo(truth.height, 4);
    }
    expect(result.problems).toEqual([]);
  });

  it('of two to one point meet at the weighted mean, with the ellipse of both', async () => {
    // On the central meridian, so that the plane is turned nowhere; there east is the Y axis turned by 15°.
    const [west, south] = [
      [15, 42.0, 300],
      [15, 42.02, 300],
    ] as [number, number, number][];
    const middle: [number, number, number] = [15, 42.01, 300];
    const records = [
      vector(['S', west!], ['M', middle], { covariance: DIAGONAL, error: [0, 0.004, 0] }),
      vector(['N', south!], ['M', middle], { covariance: DIAGONAL.map((v) => v * 2) as Covariance }),
    ];
    const result = await compute(records, [await known('S', west!), await known('N', south!)]);
    const truth = await planeOf(middle);
    const found = pointOf(result, 'M');
    // Weights 2 : 1, and east = −sin λ X + cos λ Y.
    const l = (15 * Math.PI) / 180;
    expect(found.east - truth.east).toBeCloseTo((2 / 3) * 0.004 * Math.cos(l) * 0.9996, 6);
    // Of the mean two thirds of the first; east has sin² X + cos² Y, north is turned by the latitude.
    const b = (42.01 * Math.PI) / 180;
    const [e, n] = [
      [-Math.sin(l), Math.cos(l), 0],
      [-Math.sin(b) * Math.cos(l), -Math.sin(b) * Math.sin(l), Math.cos(b)],
    ] as const;
    const variances = [1e-6, 4e-6, 9e-6];
    const entry = (p: readonly number[], q: readonly number[]) =>
      (2 / 3) * variances.reduce((sum, v, i) => sum + v * p[i]! * q[i]!, 0);
    const [ee, en, nn] = [entry(e, e), entry(e, n), entry(n, n)];
    const spread = Math.hypot((ee - nn) / 2, en);
    const grown = Math.max(1, result.plan!.sigma0!);
    expect(found.ellipse!.major).toBeCloseTo(Math.sqrt((ee + nn) / 2 + spread) * grown, 5);
    expect(found.ellipse!.minor).toBeCloseTo(Math.sqrt((ee + nn) / 2 - spread) * grown, 5);
    // The test of the whole: d' (Q1 + Q2)^-1 d with two degrees of freedom.
    const d = 0.004;
    const [dn, de] = [e[1] * d * 1, n[1] * d].reverse() as [number, number];
    const [see, sen, snn] = [ee, en, nn].map((v) => v * 4.5) as [number, number, number];
    const square = (snn * de * de - 2 * sen * de * dn + see * dn * dn) / (see * snn - sen * sen);
    expect(result.plan!.freedom).toBe(2);
    expect(result.plan!.chi!.value).toBeCloseTo(square, 2);
    const east = result.residuals.find(
      ({ measured, station }) => measured === 'vector-east' && station === 'S',
    )!;
    expect(east.residual).toBeCloseTo(-(1 / 3) * d * Math.cos(l), 5);
    // One third of an error shows in the first, two thirds in the second.
    expect(east.redundancy).toBeCloseTo(1 / 3, 3);
    const sum = result.residuals
      .filter(({ measured }) => measured === 'vector-east' || measured === 'vector-north')
      .reduce((all, { redundancy }) => all + redundancy, 0);
    expect(sum).toBeCloseTo(2, 9);
  });

  it('with a blunder are named, in plan and in height', async () => {
    const others = [
      ['1', [15.0, 42.02, 320]],
      ['2', [15.02, 42.02, 330]],
      ['3', [15.03, 42.0, 310]],
    ] as [string, [number, number, number]][];
    const records = [
      vector(['A', A], ['P', P], { covariance: DIAGONAL, error: [0.05, 0, 0.05] }),
      ...others.map((from) => vector(from, ['P', P], { covariance: DIAGONAL })),
    ];
    const points = [await known('A', A)];
    for (const [name, at] of others) points.push(await known(name, at));
    const result = await compute(records, points);
    const worst = result.residuals.reduce((most, one) =>
      Math.abs(one.w ?? 0) > Math.abs(most.w ?? 0) ? one : most,
    );
    expect(worst).toMatchObject({ station: 'A', blunder: true });
    expect(result.problems.map(({ kind }) => kind)).toContain('blunder-vector-height');
  });

  it('place stations, whose observations go on from there', async () => {
    const truth = await planeOf(P);
    const b = await planeOf(B);
    const target = polar(truth, azimuthOf(truth, b) + 30, 80);
    const observe = (name: string, circle: number, distance: number): BookRecord => ({
      kind: 'observation',
      line: 1,
      target: name,
      purpose: 'sideshot',
      circle,
      zenith: 90,
      horizontal: distance,
    });
    const records: BookRecord[] = [
      { kind: 'station', line: 1, name: 'P' },
      observe('B', 10, lengthOf(truth, b)),
      observe('T', 40, 80),
      vector(['A', A], ['P', P], { covariance: DIAGONAL }),
      vector(['A', A], ['B', B], { covariance: DIAGONAL }),
    ];
    const result = await compute(records, [await known('A', A)]);
    const found = pointOf(result, 'T');
    expect(found.east).toBeCloseTo(target.east, 3);
    expect(found.north).toBeCloseTo(target.north, 3);
    expect(found.ellipse!.major).toBeGreaterThan(0.001);
  });

  it('say what they lack', async () => {
    const kinds = (result: FieldBookResult) => result.problems.map(({ kind }) => kind);
    const lone = await compute([vector(['X', A], ['Y', B])], [await known('A', A)]);
    expect(kinds(lone)).toEqual(['vectors-without-covariance', 'vectors-unreached']);
    const flat = { ...(await known('A', A)), height: null };
    expect(kinds(await compute([vector(['A', A], ['B', B], { covariance: DIAGONAL })], [flat]))).toContain(
      'vectors-without-height',
    );
  });

  it('of RW5 files are from antenna to antenna, with variances from two more records', async () => {
    // Above the marks by 1.5 m and 2 m: the heights of the marks differ by half a metre more than those of the antennas.
    const [a, b] = [inSpace([15, 42, 301.5]), inSpace([15.02, 42.01, 352])];
    const [dx, dy, dz] = [0, 1, 2].map((i) => (b[i]! - a[i]!).toFixed(4));
    const { records, problems } = readRw5(
      [
        'JB,NMGNSS,DT06-27-2003,TM14:21:53',
        'MO,AD0,UN1,SF1.0,EC0,EO0.0,AU0',
        'BP,PNA,LA42.0000,LN15.0000,EL301.5,AG1.400,PA0.100,--',
        'LS,HR2.0000',
        'G0,2003/06/27 14:30:00,Base ID read at rover: 1',
        `G1,BPA,PNB,DX${dx},DY${dy},DZ${dz}`,
        'G2,VX0.000001,VY0.000004,VZ0.000009',
        'G3,XY0.0000001,XZ-0.0000002,YZ0.0000003',
      ].join('\r\n'),
    );
    expect(problems).toEqual([]);
    expect(records.find(({ kind }) => kind === 'baseline')).toMatchObject({
      from: 'A',
      to: 'B',
      covariance: [1e-6, 1e-7, -2e-7, 4e-6, 3e-7, 9e-6],
    });
    const result = await compute(records, [await known('A', A)]);
    expect(pointOf(result, 'B').height).toBeCloseTo(350, 3);
  });
});
