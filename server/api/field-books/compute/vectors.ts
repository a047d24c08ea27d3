import type { FieldBookSettings } from '#core/protocol';
import type { BaselineRecord, Coordinates } from '../../../formats/instruments/model.ts';
import type { Adjusted, Tested } from './adjust.ts';
import type { Place } from './plane.ts';
import type { ComputeProblem, Numbered, VectorAt } from './types.ts';

/** One standard deviation of a component whose file states none: metres, and share of the length. */
const [ASSUMED, ASSUMED_PPM] = [0.01, 1e-6];

/** A GNSS vector, seen in the plane and in the heights of the book. */
export interface Vector {
  ordinal: number;
  from: string;
  to: string;
  /** What it leads to from a place. */
  end(from: Coordinates): Coordinates;
  /** What it comes from. */
  begin(to: Coordinates): Coordinates;
  /** Of east, north and up at a place: ee, en, nn, hh; square metres. */
  covariance(from: Coordinates): { ee: number; en: number; nn: number; hh: number };
}

/** The vectors of a book. Without a reference system they cannot be laid into a plane, which is said. */
export function vectorsOf(
  records: readonly Numbered[],
  { sigmaCentring }: Pick<FieldBookSettings, 'sigmaCentring'>,
  vectorAt: VectorAt | undefined,
): { vectors: Vector[]; problems: ComputeProblem[] } {
  const baselines = records.flatMap((record) => (record.kind === 'baseline' && record.used ? [record] : []));
  const count = baselines.length;
  if (count === 0) return { vectors: [], problems: [] };
  if (!vectorAt) return { vectors: [], problems: [{ kind: 'vectors-without-crs', values: { count } }] };
  const without = baselines.filter(({ covariance }) => !covariance).length;
  const problems: ComputeProblem[] =
    without > 0 ? [{ kind: 'vectors-without-covariance', values: { count: without } }] : [];
  return { vectors: baselines.map((one) => vectorOf(one, sigmaCentring / 1000, vectorAt)), problems };
}

function vectorOf(
  { ordinal, from, to, vector, covariance: stated, fromHeight = 0, toHeight = 0 }: Numbered<BaselineRecord>,
  centring: number,
  vectorAt: VectorAt,
): Vector {
  const [x, y, z] = vector;
  const assumed = (ASSUMED + ASSUMED_PPM * Math.hypot(x, y, z)) ** 2;
  const [xx, xy, xz, yy, yz, zz] = stated ?? [assumed, 0, 0, assumed, 0, assumed];
  const ofVector = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  return {
    ordinal,
    from,
    to,
    end: (at) => lifted(vectorAt(lifted(at, fromHeight), vector), -toHeight),
    begin: (at) => lifted(vectorAt(lifted(at, toHeight), [-x, -y, -z]), -fromHeight),
    covariance(at) {
      // How the end moves when the vector grows by a metre along each axis.
      const end = vectorAt(at, vector);
      const columns = [0, 1, 2].map((axis) => {
        const moved = vectorAt(at, [x + Number(axis === 0), y + Number(axis === 1), z + Number(axis === 2)]);
        return [moved.east - end.east, moved.north - end.north, moved.height! - end.height!];
      });
      const entry = (i: number, j: number) =>
        columns.reduce(
          (sum, a, k) => sum + columns.reduce((part, b, l) => part + a[i]! * ofVector[k]![l]! * b[j]!, 0),
          0,
        );
      const own = centring ** 2;
      return { ee: entry(0, 0) + own, en: entry(0, 1), nn: entry(1, 1) + own, hh: entry(2, 2) + own };
    },
  };
}

function lifted(at: Coordinates, by: number): Coordinates {
  return { ...at, height: (at.height ?? 0) + by };
}

/** Places and heights that vectors lead to from those found. Returns whether one was found. */
export function reachByVectors(
  vectors: readonly Vector[],
  found: { places: Map<string, Place>; heights: Map<string, number>; how: Map<string, string> },
): boolean {
  const { places, heights, how } = found;
  let some = false;
  for (const { from, to, end, begin } of vectors) {
    const [known, sought] = places.has(from) ? [from, to] : [to, from];
    const place = places.get(known);
    if (!place || places.has(sought)) continue;
    const height = heights.get(known);
    const at = (known === from ? end : begin)({ ...place, height: height ?? 0 });
    places.set(sought, { east: at.east, north: at.north });
    how.set(sought, 'vector');
    if (height !== undefined && !heights.has(sought)) heights.set(sought, at.height!);
    some = true;
  }
  return some;
}

/** The two equations of a vector in plan, which do not correlate: that of the east, and of what the north has more. */
export interface PlanPair {
  /** Number of the first equation. */
  first: number;
  /** Unknowns of both ends in the order easting, northing; with the sign of the end. */
  ends: { unknown: number; sign: number }[];
  /** Observed minus computed. */
  misfit(values: Float64Array): [east: number, north: number];
  covariance: { ee: number; en: number; nn: number };
}

/** Residuals and tests of east and north themselves, with their correlation: w = (Pv) by its own standard deviation. */
export function testPair({ ends, misfit, covariance }: PlanPair, adjusted: Adjusted): [Tested, Tested] {
  const { ee, en, nn } = covariance;
  const v = misfit(adjusted.values).map((value) => 0 - value);
  // Of the adjusted components.
  const own = (i: number, j: number) =>
    ends.reduce(
      (sum, a) =>
        sum +
        ends.reduce((part, b) => part + a.sign * b.sign * adjusted.cofactor(a.unknown + i, b.unknown + j), 0),
      0,
    );
  const q = [
    [ee - own(0, 0), en - own(0, 1)],
    [en - own(1, 0), nn - own(1, 1)],
  ];
  const determinant = ee * nn - en * en;
  const p = [
    [nn / determinant, -en / determinant],
    [-en / determinant, ee / determinant],
  ];
  const times = (a: number[][], b: number[][]) =>
    a.map((row) => [0, 1].map((j) => row[0]! * b[0]![j]! + row[1]! * b[1]![j]!));
  const qp = times(q, p);
  const pqp = times(p, qp);
  return [0, 1].map((i): Tested => {
    const redundancy = Math.min(1, Math.max(0, qp[i]![i]!));
    const pv = p[i]![0]! * v[0]! + p[i]![1]! * v[1]!;
    return { residual: v[i]!, redundancy, w: redundancy < 1e-4 ? null : pv / Math.sqrt(pqp[i]![i]!) };
  }) as [Tested, Tested];
}
