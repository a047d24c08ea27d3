export const PLANE_FITS = ['rigid', 'helmert', 'affine'] as const;
/** Moved and turned; with one scale, too; or with two scales and a shear. */
export type PlaneFitMethod = (typeof PLANE_FITS)[number];

/** How many pairs a method takes; with just as many its residuals are zero and prove nothing. */
export const PLANE_FIT_NEEDS: Readonly<Record<PlaneFitMethod, number>> = { rigid: 2, helmert: 2, affine: 3 };
const UNKNOWNS: Readonly<Record<PlaneFitMethod, number>> = { rigid: 3, helmert: 4, affine: 6 };

/** East and north. */
export type PlanePlace = readonly [number, number];

interface PlanePair {
  readonly from: PlanePlace;
  readonly to: PlanePlace;
}

/** What takes places of one plane to another. */
export interface PlacesFit {
  /** x′ = a x + b y + east, y′ = c x + d y + north; the matrix by rows. */
  readonly matrix: readonly [a: number, b: number, c: number, d: number];
  /** Of east and north; they differ in an affine fit only. */
  readonly scale: PlanePlace;
  /** Degrees clockwise. */
  readonly turn: number;
  /** Left becomes right. */
  readonly flips: boolean;
  /** Coordinates of the pairs, less the unknowns. */
  readonly freedom: number;
  put(place: PlanePlace): PlanePlace;
  /** By what the variance of a coordinate of the pairs is multiplied for a coordinate of a place that is put. */
  cofactor(place: PlanePlace): number;
  /** The same for a number of the matrix along either axis: of the scale, and of the turn in radians. */
  readonly ofScale: PlanePlace;
}

/** Fits pairs by least squares. Undefined for too few of them, or where they are at one place or, for an affine fit, on a line. */
export function fitPlaces(method: PlaneFitMethod, pairs: readonly PlanePair[]): PlacesFit | undefined {
  if (pairs.length < PLANE_FIT_NEEDS[method]) return undefined;
  // About the first: sums of large coordinates lose digits.
  const mean = (of: (pair: PlanePair) => number) =>
    of(pairs[0]!) + pairs.reduce((sum, pair) => sum + (of(pair) - of(pairs[0]!)), 0) / pairs.length;
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
  // Inverse of the normal matrix.
  let [p, q, r] = [1 / spread, 0, 1 / spread];
  if (method === 'affine') {
    const determinant = xx * yy - xy * xy;
    // Nearly on a line: what is across it is not determined.
    if (determinant < 1e-8 * spread * spread) return undefined;
    [p, q, r] = [yy / determinant, -xy / determinant, xx / determinant];
    [a, b, c, d] = [xe * p + ye * q, xe * q + ye * r, xn * p + yn * q, xn * q + yn * r];
  } else {
    const [along, across] = [xe + yn, ye - xn];
    const size = Math.hypot(along, across);
    if (size < 1e-9) return undefined;
    const factor = method === 'rigid' ? 1 / size : 1 / spread;
    a = d = along * factor;
    b = across * factor;
    c = -b;
  }
  return {
    matrix: [a, b, c, d],
    scale: [Math.hypot(a, c), Math.hypot(b, d)],
    turn: (Math.atan2(b - c, a + d) * 180) / Math.PI,
    flips: a * d - b * c < 0,
    freedom: 2 * pairs.length - UNKNOWNS[method],
    put: ([east, north]) => {
      const [x, y] = [east - x0, north - y0];
      return [e0 + a * x + b * y, n0 + c * x + d * y];
    },
    cofactor: ([east, north]) => {
      const [x, y] = [east - x0, north - y0];
      return 1 / pairs.length + p * x * x + 2 * q * x * y + r * y * y;
    },
    ofScale: [p, r],
  };
}
