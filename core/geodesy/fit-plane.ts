/** A place in a plane. */
export type Place = readonly [x: number, y: number];

/** The same place in two planes. */
export interface PlacePair {
  readonly from: Place;
  readonly to: Place;
}

/**
 * `helmert`: shift, turn and one scale; `affine`: also a second scale and shear; `polynomial`: of the second order, which also
 * bends.
 */
export type PlaneFitKind = 'helmert' | 'affine' | 'polynomial';

/** Pairs that it takes; residuals say something from one more on. */
export const PAIRS_NEEDED: Readonly<Record<PlaneFitKind, number>> = { helmert: 2, affine: 3, polynomial: 6 };

export interface PlaneFit {
  readonly kind: PlaneFitKind;
  forward(place: Place): Place;
  /** Not a number where the fit cannot be reversed. */
  inverse(place: Place): Place;
  /** Given minus fitted, of each pair, in units of `to`. */
  readonly residuals: readonly Place[];
  /** Root mean square of their lengths; undefined where there are no more pairs than it takes: they are zero then, and prove nothing. */
  readonly rms: number | undefined;
}

/** Steps and precision of Newton's method, as a share of the extent. */
const STEPS = 12;
const PRECISE = 1e-10;

/** Fits pairs by least squares; undefined with too few, or where they lie on a line or at one place. */
export function fitPlane(kind: PlaneFitKind, pairs: readonly PlacePair[]): PlaneFit | undefined {
  if (pairs.length < PAIRS_NEEDED[kind]) return undefined;
  const [source, target] = [normalOf(pairs.map(({ from }) => from)), normalOf(pairs.map(({ to }) => to))];
  if (!source || !target) return undefined;
  const given = pairs.map(({ from, to }) => ({ from: source.in(from), to: target.in(to) }));
  const terms = termsOf(kind, given);
  const back = termsOf(
    kind,
    given.map(({ from, to }) => ({ from: to, to: from })),
  );
  if (!terms || !back) return undefined;
  const forward = (place: Place) => target.out(apply(terms, source.in(place)));
  const inverse = (place: Place) => {
    const wanted = target.in(place);
    return source.out(reversed(terms, wanted, apply(back, wanted)));
  };
  const residuals = pairs.map(({ from, to }): Place => {
    const [x, y] = forward(from);
    return [to[0] - x, to[1] - y];
  });
  const square = residuals.reduce((sum, [x, y]) => sum + x * x + y * y, 0) / pairs.length;
  const rms = pairs.length > PAIRS_NEEDED[kind] ? Math.sqrt(square) : undefined;
  return { kind, forward, inverse, residuals, rms };
}

/** Coefficients of 1, x, y, x², xy, y² for either coordinate. */
type Terms = readonly [x: readonly number[], y: readonly number[]];

function monomials([x, y]: Place): readonly number[] {
  return [1, x, y, x * x, x * y, y * y];
}

function apply([ofX, ofY]: Terms, place: Place): Place {
  const powers = monomials(place);
  const sum = (terms: readonly number[]) => terms.reduce((all, term, n) => all + term * powers[n]!, 0);
  return [sum(ofX), sum(ofY)];
}

function termsOf(kind: PlaneFitKind, pairs: readonly PlacePair[]): Terms | undefined {
  if (kind === 'helmert') {
    // x' = c + ax − by, y' = d + bx + ay.
    const rows = pairs.flatMap(({ from: [x, y] }) => [
      [1, 0, x, -y],
      [0, 1, y, x],
    ]);
    const found = leastSquares(
      rows,
      pairs.flatMap(({ to }) => [...to]),
    );
    if (!found) return undefined;
    const [c, d, a, b] = found as [number, number, number, number];
    return [
      [c, a, -b],
      [d, b, a],
    ];
  }
  const rows = pairs.map(({ from }) => monomials(from).slice(0, PAIRS_NEEDED[kind]));
  const [ofX, ofY] = [0, 1].map((axis) =>
    leastSquares(
      rows,
      pairs.map(({ to }) => to[axis as 0 | 1]),
    ),
  );
  return ofX && ofY ? [ofX, ofY] : undefined;
}

/** Newton's method from a place nearby. */
function reversed(terms: Terms, wanted: Place, start: Place): Place {
  let [x, y] = start;
  for (let step = 0; step < STEPS; step++) {
    const [u, v] = apply(terms, [x, y]);
    const [du, dv] = [u - wanted[0], v - wanted[1]];
    const [[ux, uy], [vx, vy]] = terms.map(([, a = 0, b = 0, aa = 0, ab = 0, bb = 0]) => [
      a + 2 * aa * x + ab * y,
      b + ab * x + 2 * bb * y,
    ]) as [[number, number], [number, number]];
    const turn = ux * vy - uy * vx;
    const [dx, dy] = [(du * vy - dv * uy) / turn, (dv * ux - du * vx) / turn];
    [x, y] = [x - dx, y - dy];
    if (Math.abs(dx) + Math.abs(dy) < PRECISE) return [x, y];
  }
  return [NaN, NaN];
}

/** Moves places to about −1 to 1, so that squares of large coordinates keep their digits. */
function normalOf(
  places: readonly Place[],
): { in(place: Place): Place; out(place: Place): Place } | undefined {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const middle = [xs, ys].map((all) => (Math.min(...all) + Math.max(...all)) / 2) as [number, number];
  const half = Math.max(...xs.map((x) => Math.abs(x - middle[0])), ...ys.map((y) => Math.abs(y - middle[1])));
  if (!(half > 0)) return undefined;
  return {
    in: ([x, y]) => [(x - middle[0]) / half, (y - middle[1]) / half],
    out: ([x, y]) => [x * half + middle[0], y * half + middle[1]],
  };
}

/** Pivots below this share of the largest are zero: the pairs do not determine the fit. */
const SINGULAR = 1e-10;

/** The normal equations, solved by elimination with pivots; undefined where they are singular. */
function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): number[] | undefined {
  const count = rows[0]!.length;
  const matrix = Array.from({ length: count }, (_, i) => [
    ...Array.from({ length: count }, (__, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
    rows.reduce((sum, row, n) => sum + row[i]! * values[n]!, 0),
  ]);
  const largest = Math.max(...matrix.map((row, i) => row[i]!));
  for (let column = 0; column < count; column++) {
    let pivot = column;
    for (let row = column + 1; row < count; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    if (!(Math.abs(matrix[pivot]![column]!) > SINGULAR * largest)) return undefined;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    for (let row = 0; row < count; row++) {
      if (row === column) continue;
      const factor = matrix[row]![column]! / matrix[column]![column]!;
      for (let n = column; n <= count; n++) matrix[row]![n]! -= factor * matrix[column]![n]!;
    }
  }
  return matrix.map((row, i) => row[count]! / row[i]!);
}
