import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';
import type { VertexTransform } from './transforms.ts';

export const FIT_METHODS = ['rigid', 'helmert', 'affine'] as const;
/** Moved and turned; with one scale, too; or with two scales and a shear. */
export type FitMethod = (typeof FIT_METHODS)[number];

/** How many pairs a method takes; with just as many its residuals are zero and prove nothing. */
export const FIT_NEEDS: Readonly<Record<FitMethod, number>> = { rigid: 2, helmert: 2, affine: 3 };

/** East and north from an origin, metres. */
type Plane = readonly [number, number];

/** A point of the drawing, and where it should be. */
export interface FitPair {
  readonly from: Position;
  readonly to: Position;
}

export interface Fitted {
  /** Target minus fitted, metres; of all pairs, also of those that do not count. */
  readonly residuals: readonly Plane[];
  /** Of the pairs that count, in plan. */
  readonly rms: number;
  /** Of east and north; they differ in an affine fit only. */
  readonly scale: Plane;
  /** Degrees clockwise. */
  readonly turn: number;
  /** Left becomes right. */
  readonly flips: boolean;
  readonly place: VertexTransform;
}

/** Fits pairs by least squares in the plane of the metric. Undefined for too few of them, or where they are at one place or on a line. */
export function fitPairs(
  method: FitMethod,
  pairs: readonly (FitPair & { isUsed: boolean })[],
  metric: Metric,
): Fitted | undefined {
  const used = pairs.filter(({ isUsed }) => isUsed);
  if (used.length < FIT_NEEDS[method]) return undefined;
  const origin = used[0]!.from;
  const see = (position: Position): Plane => {
    const { length, azimuth } = metric.segment(origin, position);
    const angle = (azimuth * Math.PI) / 180;
    return length === 0 ? [0, 0] : [length * Math.sin(angle), length * Math.cos(angle)];
  };
  const seen = pairs.map(({ from, to, isUsed }) => ({ from: see(from), to: see(to), isUsed }));
  const solved = solve(
    method,
    seen.filter(({ isUsed }) => isUsed),
  );
  if (!solved) return undefined;
  const { a, b, c, d, east, north } = solved;
  const put = ([x, y]: Plane): Plane => [a * x + b * y + east, c * x + d * y + north];
  const residuals = seen.map(({ from, to }): Plane => {
    const [x, y] = put(from);
    return [to[0] - x, to[1] - y];
  });
  const squares = residuals.flatMap(([x, y], i) => (seen[i]!.isUsed ? [x * x + y * y] : []));
  return {
    residuals,
    rms: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length),
    scale: [Math.hypot(a, c), Math.hypot(b, d)],
    turn: (Math.atan2(b - c, a + d) * 180) / Math.PI,
    flips: a * d - b * c < 0,
    place(vertex) {
      const [x, y] = put(see(vertex));
      const length = Math.hypot(x, y);
      const [longitude, latitude] = metric.direct(origin, (Math.atan2(x, y) * 180) / Math.PI, length);
      return [longitude, latitude];
    },
  };
}

/** x′ = a x + b y + east, y′ = c x + d y + north. */
interface Solved {
  a: number;
  b: number;
  c: number;
  d: number;
  east: number;
  north: number;
}

function solve(method: FitMethod, pairs: readonly { from: Plane; to: Plane }[]): Solved | undefined {
  const mean = (of: (pair: { from: Plane; to: Plane }) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [x0, y0] = [mean(({ from }) => from[0]), mean(({ from }) => from[1])];
  const [e0, n0] = [mean(({ to }) => to[0]), mean(({ to }) => to[1])];
  let [xx, xy, yy, xe, ye, xn, yn] = [0, 0, 0, 0, 0, 0, 0];
  for (const { from, to } of pairs) {
    const [x, y, e, n] = [from[0] - x0, from[1] - y0, to[0] - e0, to[1] - n0];
    [xx, xy, yy] = [xx + x * x, xy + x * y, yy + y * y];
    [xe, ye, xn, yn] = [xe + x * e, ye + y * e, xn + x * n, yn + y * n];
  }
  const spread = xx + yy;
  if (spread < 1e-6) return undefined;
  let [a, b, c, d] = [0, 0, 0, 0];
  if (method === 'affine') {
    const determinant = xx * yy - xy * xy;
    // Nearly on a line: what is across it is not determined.
    if (determinant < 1e-8 * spread * spread) return undefined;
    a = (xe * yy - ye * xy) / determinant;
    b = (ye * xx - xe * xy) / determinant;
    c = (xn * yy - yn * xy) / determinant;
    d = (yn * xx - xn * xy) / determinant;
  } else {
    const [along, across] = [xe + yn, ye - xn];
    const size = Math.hypot(along, across);
    if (size < 1e-9) return undefined;
    const factor = method === 'rigid' ? 1 / size : 1 / spread;
    a = d = along * factor;
    b = across * factor;
    c = -b;
  }
  return { a, b, c, d, east: e0 - a * x0 - b * y0, north: n0 - c * x0 - d * y0 };
}
