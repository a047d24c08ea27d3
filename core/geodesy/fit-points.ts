import type { ControlFit, ControlPoint, LocalTransform } from '#core/protocol';
import {
  placingOf,
  rotationOf,
  times,
  turnsOf,
  UNMOVED,
  type Matrix3,
  type Triple,
} from './local-transform.ts';

/** What is left between a control point and where the fit puts it: map minus fitted, units of the map. */
export interface Residual {
  /** Of points whose plan does not count, too. */
  readonly east: number;
  readonly north: number;
  readonly up: number;
  /** Distance in plan. */
  readonly plan: number;
}

/** Why a fit may be worse than its numbers. */
export type FitWarning =
  /** There are just as many points as it takes: residuals are zero and prove nothing. */
  | { readonly kind: 'unchecked-plan' | 'unchecked-height' }
  /** The points are nearly on a line, and the turn about it is weak. */
  | { readonly kind: 'nearly-collinear' }
  /** Without this point the others fit far better. */
  | { readonly kind: 'blunder'; readonly name: string; readonly distance: number }
  /** The fitted scale is more than a thousandth from the kept one. */
  | { readonly kind: 'scale'; readonly factor: number };

export interface Fitted {
  readonly transform: LocalTransform;
  /** As the points; also of those that do not count. */
  readonly residuals: readonly Residual[];
  /** Root mean square and largest distance in plan of the points that count; undefined without any. */
  readonly plan: { readonly rms: number; readonly max: number } | undefined;
  readonly height: { readonly rms: number; readonly max: number } | undefined;
  readonly warnings: readonly FitWarning[];
}

/** Why points cannot be fitted. */
export type FitFault =
  /** `plan` and `height`: how many of them it takes. */
  | { readonly fault: 'too-few'; readonly plan: number; readonly height: number }
  /** Points whose plan counts lie at one place. */
  | { readonly fault: 'same-place' }
  /** They are on a line, about which it could turn freely. */
  | { readonly fault: 'collinear' };

type Kind = Pick<ControlFit, 'kind' | 'scale'>;

/** Relative spread across a line below which points are on it, and below which they are nearly. */
const [ON_LINE, NEAR_LINE] = [1e-6, 0.03];
/** A point is a blunder if the others miss it by so many times what they miss each other. */
const FAR = 5;
/** The most points of which each is tried as a blunder. */
const MOST_TRIED = 60;

export const NEEDED: Readonly<
  Record<ControlFit['kind'], { readonly plan: number; readonly height: number }>
> = {
  shift: { plan: 1, height: 1 },
  helmert: { plan: 2, height: 1 },
  similarity: { plan: 3, height: 3 },
};

/**
 * Fits control points by least squares. `base`: scale, and of a shift also the turn, that are kept; heights keep their
 * scale but in a similarity.
 */
export function fitPoints(
  { kind, scale }: Kind,
  points: readonly ControlPoint[],
  base: LocalTransform = UNMOVED,
): Fitted | FitFault {
  const found = transformOf({ kind, scale }, points, base);
  if ('fault' in found) return found;
  const { transform, spread } = found;
  const residuals = residualsOf(transform, points);
  const plan = sizes(points.flatMap(({ use }, i) => (countsInPlan(use) ? [residuals[i]!.plan] : [])));
  const height = sizes(
    points.flatMap(({ use }, i) => (countsInHeight(use) ? [Math.abs(residuals[i]!.up)] : [])),
  );
  const warnings: FitWarning[] = [];
  const needed = NEEDED[kind];
  const counted = (of: (use: ControlPoint['use']) => boolean) => points.filter(({ use }) => of(use)).length;
  if (counted(countsInPlan) <= needed.plan) warnings.push({ kind: 'unchecked-plan' });
  if (counted(countsInHeight) <= needed.height) warnings.push({ kind: 'unchecked-height' });
  if (kind === 'similarity' && spread < NEAR_LINE) warnings.push({ kind: 'nearly-collinear' });
  const factor = transform.scale[0] / base.scale[0];
  if (scale === 'fitted' && Math.abs(factor - 1) > 0.001) warnings.push({ kind: 'scale', factor });
  const blunder = blunderIn({ kind, scale }, points, base);
  if (blunder) warnings.push(blunder);
  return { transform, residuals, plan, height, warnings };
}

/** Map minus fitted, of each point. */
export function residualsOf(transform: LocalTransform, points: readonly ControlPoint[]): Residual[] {
  const placing = placingOf(transform);
  return points.map(({ local, map }) => {
    const at = placing.toMap(local);
    const [east, north, up] = [map[0] - at[0], map[1] - at[1], map[2] - at[2]];
    return { east, north, up, plan: Math.hypot(east, north) };
  });
}

const countsInPlan = (use: ControlPoint['use']): boolean => use === 'both' || use === 'plan';
const countsInHeight = (use: ControlPoint['use']): boolean => use === 'both' || use === 'height';

function transformOf(
  { kind, scale }: Kind,
  points: readonly ControlPoint[],
  base: LocalTransform,
): { transform: LocalTransform; spread: number } | FitFault {
  const inPlan = points.filter(({ use }) => countsInPlan(use));
  const inHeight = points.filter(({ use }) => countsInHeight(use));
  const whole = points.filter(({ use }) => use === 'both');
  const needed = NEEDED[kind];
  if (kind === 'similarity') {
    if (whole.length < needed.plan) return { fault: 'too-few', ...needed };
    return similarity(whole, base, scale === 'fitted');
  }
  if (inPlan.length < needed.plan || inHeight.length < needed.height) return { fault: 'too-few', ...needed };
  const turned = kind === 'shift' ? base : inThePlane(inPlan, base, scale === 'fitted');
  if ('fault' in turned) return turned;
  return { transform: shifted(turned, inPlan, inHeight), spread: 1 };
}

/** Moved so that the middle of the points is where it should be. */
function shifted(
  { turn, scale }: LocalTransform,
  inPlan: readonly ControlPoint[],
  inHeight: readonly ControlPoint[],
): LocalTransform {
  const from = meanOf(inPlan.map(({ local }) => local));
  const still = placingOf({ turn, scale, from, to: from });
  const [x, y] = meanOf(inPlan.map(({ local, map }) => minus(map, still.toMap(local))));
  const [, , z] = meanOf(inHeight.map(({ local, map }) => minus(map, still.toMap(local))));
  return { turn, scale, from, to: [from[0] + x, from[1] + y, from[2] + z] };
}

/** Turned about the vertical, and scaled in plan; the tilt of the base stays. */
function inThePlane(
  points: readonly ControlPoint[],
  base: LocalTransform,
  fitsScale: boolean,
): LocalTransform | FitFault {
  const tilted = placingOf({
    ...base,
    turn: [0, base.turn[1], base.turn[2]],
    from: [0, 0, 0],
    to: [0, 0, 0],
  });
  const middle = meanOf(points.map(({ local }) => local));
  const target = meanOf(points.map(({ map }) => map));
  let [along, across, square, reach] = [0, 0, 0, 0];
  for (const { local, map } of points) {
    const [x, y] = times(tilted.matrix, minus(local, middle));
    const [east, north] = minus(map, target);
    along += x * east + y * north;
    across += x * north - y * east;
    square += x * x + y * y;
    reach = Math.max(reach, Math.hypot(east, north));
  }
  const length = Math.hypot(along, across);
  const numb = 1e-9 * Math.max(1, ...middle.map(Math.abs), ...target.map(Math.abs));
  if (Math.sqrt(square) < numb || reach < numb || length === 0) return { fault: 'same-place' };
  const factor = fitsScale ? length / square : 1;
  const [sx, sy, sz] = base.scale;
  return {
    ...base,
    turn: [(Math.atan2(across, along) * 180) / Math.PI, base.turn[1], base.turn[2]],
    scale: [sx * factor, sy * factor, sz],
  };
}

/** Turned about all axes: Horn's closed form, whose quaternion is the eigenvector of the largest eigenvalue. */
function similarity(
  points: readonly ControlPoint[],
  base: LocalTransform,
  fitsScale: boolean,
): { transform: LocalTransform; spread: number } | FitFault {
  const from = meanOf(points.map(({ local }) => local));
  const to = meanOf(points.map(({ map }) => map));
  const here = points.map(
    ({ local }) => minus(local, from).map((value, i) => value * base.scale[i]!) as unknown as Triple,
  );
  const there = points.map(({ map }) => minus(map, to));
  const spread = spreadAcross(here);
  if (spread < ON_LINE || spreadAcross(there) < ON_LINE) return { fault: 'collinear' };
  const sum = (i: number, j: number) => here.reduce((all, point, n) => all + point[i]! * there[n]![j]!, 0);
  const [xx, xy, xz] = [sum(0, 0), sum(0, 1), sum(0, 2)];
  const [yx, yy, yz] = [sum(1, 0), sum(1, 1), sum(1, 2)];
  const [zx, zy, zz] = [sum(2, 0), sum(2, 1), sum(2, 2)];
  const { vectors } = eigen([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ]);
  const rotation = rotationOfQuaternion(vectors[0]!);
  const turn = turnsOf(rotation);
  let factor = 1;
  if (fitsScale) {
    const turned = here.map((point) => times(rotationOf(turn), point));
    const [over, under] = [there, here].map((side) =>
      side.reduce((all, point, n) => all + dot(point, side === there ? turned[n]! : point), 0),
    );
    factor = over! / under!;
  }
  const scale = base.scale.map((value) => value * factor) as [number, number, number];
  return { transform: { from, to, turn, scale }, spread };
}

function rotationOfQuaternion(quaternion: readonly number[]): Matrix3 {
  const [w, x, y, z] = quaternion as unknown as readonly [number, number, number, number];
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
  ];
}

/** The second of the three extents of points, relative to the first: 0 on a line. */
function spreadAcross(points: readonly Triple[]): number {
  const sum = (i: number, j: number) => points.reduce((all, point) => all + point[i]! * point[j]!, 0);
  const { values } = eigen([0, 1, 2].map((i) => [0, 1, 2].map((j) => sum(i, j))));
  return values[0]! > 0 ? Math.sqrt(Math.max(0, values[1]!) / values[0]!) : 0;
}

/** Eigenvalues of a symmetric matrix, the largest first, with their vectors: Jacobi's rotations. */
function eigen(symmetric: readonly (readonly number[])[]): { values: number[]; vectors: number[][] } {
  const n = symmetric.length;
  const a = symmetric.map((row) => [...row]);
  const v = a.map((_, i) => a.map((__, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) off += a[p]![q]! ** 2;
    const on = a.reduce((sum, row, i) => sum + row[i]! ** 2, 0);
    if (off <= 1e-40 * on) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, p, q);
  }
  const order = a.map((_, i) => i).sort((i, j) => a[j]![j]! - a[i]![i]!);
  return { values: order.map((i) => a[i]![i]!), vectors: order.map((i) => v.map((row) => row[i]!)) };
}

function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const apq = a[p]![q]!;
  if (apq === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of a) {
    const [x, y] = [row[p]!, row[q]!];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
  const [first, second] = [a[p]!, a[q]!];
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [first[k]!, second[k]!];
    first[k] = c * x - s * y;
    second[k] = s * x + c * y;
  }
  for (const row of v) {
    const [x, y] = [row[p]!, row[q]!];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
}

/** The point that the others miss far more than each other, if there are enough to tell. */
function blunderIn(
  kind: Kind,
  points: readonly ControlPoint[],
  base: LocalTransform,
): FitWarning | undefined {
  const counting = points.filter(({ use }) => use !== 'none');
  if (counting.length > MOST_TRIED || counting.length < NEEDED[kind.kind].plan + 2) return undefined;
  let worst: { name: string; distance: number; rest: number } | undefined;
  for (const left of counting) {
    const others = counting.filter((point) => point !== left);
    const found = transformOf(kind, others, base);
    if ('fault' in found) continue;
    const missed = missOf(left, residualsOf(found.transform, [left])[0]!);
    const among = residualsOf(found.transform, others).map((residual, i) => missOf(others[i]!, residual));
    const rest = Math.sqrt(among.reduce((sum, value) => sum + value * value, 0) / among.length);
    if (!worst || missed * worst.rest > worst.distance * rest)
      worst = { name: left.name, distance: missed, rest: Math.max(rest, 1e-9) };
  }
  if (!worst || worst.distance < FAR * worst.rest || worst.distance < 1e-4) return undefined;
  return { kind: 'blunder', name: worst.name, distance: worst.distance };
}

function missOf({ use }: ControlPoint, { plan, up }: Residual): number {
  return Math.hypot(countsInPlan(use) ? plan : 0, countsInHeight(use) ? up : 0);
}

function sizes(distances: readonly number[]): { rms: number; max: number } | undefined {
  if (distances.length === 0) return undefined;
  const square = distances.reduce((sum, value) => sum + value * value, 0) / distances.length;
  return { rms: Math.sqrt(square), max: Math.max(...distances) };
}

/** About the first: sums of large coordinates lose digits. */
function meanOf(points: readonly Triple[]): [number, number, number] {
  const first = points[0]!;
  const mean = (axis: 0 | 1 | 2) =>
    first[axis] + points.reduce((sum, point) => sum + (point[axis] - first[axis]), 0) / points.length;
  return [mean(0), mean(1), mean(2)];
}

function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
