import type { CloudPlane } from '#core/protocol';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { apply, cross, dot, eigen, inverse, median, minus, plus, size, times, unit } from './linear.ts';

/** A plane fitted to points, with what its uncertainty anywhere on it follows from. */
export interface FittedPlane {
  centre: Vector3;
  /** Upwards. */
  normal: Vector3;
  /** Directions in the plane, and the variances of the points along them. */
  along: [Vector3, Vector3];
  spread: [number, number];
  rms: number;
  points: number;
}

/** Residuals beyond this many standard deviations are of something else than the plane. */
const OUTSIDE = 3;
/** A median deviation of 1 is this standard deviation. */
const OF_MEDIAN = 1.4826;
const ROUNDS = 5;
/** Points off by less than this share of the extent are not outliers but rounded. */
const ROUNDED = 1e-9;

/** The plane through points, without those that are off it; undefined with too few, or along a line. */
export function fitPlane(points: readonly Vector3[]): FittedPlane | undefined {
  let kept = points;
  let plane = fitAll(kept);
  for (let round = 0; plane && round < ROUNDS; round++) {
    const { centre, normal, spread } = plane;
    const off = points.map((point) => Math.abs(dot(minus(point, centre), normal)));
    const most = OUTSIDE * OF_MEDIAN * median(off) + ROUNDED * Math.sqrt(spread[1]);
    const next = points.filter((_, i) => off[i]! <= most);
    if (next.length === kept.length) break;
    kept = next;
    plane = fitAll(kept);
  }
  return plane;
}

function fitAll(points: readonly Vector3[]): FittedPlane | undefined {
  const n = points.length;
  if (n < 4) return undefined;
  const first = points[0]!;
  // Large coordinates lose digits: sums are relative to a point.
  const centre = plus(
    first,
    times(
      points.reduce<Vector3>((sum, p) => plus(sum, minus(p, first)), [0, 0, 0]),
      1 / n,
    ),
  );
  const covariance = [0, 1, 2].map(() => [0, 0, 0]);
  for (const point of points) {
    const from = minus(point, centre);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) covariance[i]![j]! += (from[i]! * from[j]!) / n;
  }
  const { values, vectors } = eigen(covariance);
  if (!(values[1] > values[2] * 1e-8)) return undefined;
  const normal = vectors[0]![2] < 0 ? times(vectors[0]!, -1) : vectors[0]!;
  const rms = Math.sqrt((Math.max(0, values[0]) * n) / (n - 3));
  return {
    centre,
    normal,
    along: [vectors[1]!, vectors[2]!],
    spread: [values[1], values[2]],
    rms,
    points: n,
  };
}

/** One standard deviation of the plane, along its normal, at a place on it. */
export function sigmaAt({ centre, along, spread, rms, points }: FittedPlane, place: Vector3): number {
  const from = minus(place, centre);
  const lever = along.reduce((sum, axis, i) => sum + dot(from, axis) ** 2 / spread[i]!, 0);
  return rms * Math.sqrt((1 + lever) / points);
}

/** One standard deviation of the plane's turn that lifts a direction in it, degrees. */
function turnSigma({ along, spread, rms, points }: FittedPlane, direction: Vector3): number {
  const variance = along.reduce((sum, axis, i) => sum + dot(direction, axis) ** 2 / spread[i]!, 0);
  return degrees(rms * Math.sqrt(variance / points));
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** A direction of descent that is less sure than this, degrees, is none. */
const ANY_DIRECTION = 90;

export function planeAnswer(plane: FittedPlane): CloudPlane {
  const { centre, normal, rms, points } = plane;
  const [east, north, up] = normal;
  const flat = Math.hypot(east, north);
  const slope = degrees(Math.atan2(flat, up));
  const fitted = { centre, normal, slope, rms, points, plusMinus: sigmaAt(plane, centre) };
  if (slope < 1e-6)
    return { ...fitted, slopePlusMinus: turnSigma(plane, [0, 1, 0]), aspect: null, aspectPlusMinus: null };
  // Down the plane, and level in it.
  const [down, level]: Vector3[] = [
    [(east / flat) * up, (north / flat) * up, -flat],
    [-north / flat, east / flat, 0],
  ];
  const slopePlusMinus = turnSigma(plane, down!);
  const aspectPlusMinus = turnSigma(plane, level!) / flat;
  if (aspectPlusMinus > ANY_DIRECTION)
    return { ...fitted, slopePlusMinus, aspect: null, aspectPlusMinus: null };
  const aspect = (degrees(Math.atan2(east, north)) + 360) % 360;
  return { ...fitted, slopePlusMinus, aspect, aspectPlusMinus };
}

/** Planes closer to parallel than this sine have no edge that means anything. */
const PARALLEL = 0.02;

/** The edge of two planes, at its place nearest to their points. */
export function edgeOf(first: FittedPlane, second: FittedPlane) {
  const line = cross(first.normal, second.normal);
  if (size(line) < PARALLEL) return undefined;
  const direction = unit(line);
  const middle = times(plus(first.centre, second.centre), 0.5);
  const met = meet([first, second], [direction], middle);
  if (!met) return undefined;
  const angle = degrees(Math.atan2(size(line), Math.abs(dot(first.normal, second.normal))));
  const turns = [first, second].map((plane) => turnSigma(plane, cross(plane.normal, direction)));
  return { ...met, direction, angle, anglePlusMinus: Math.hypot(...turns) };
}

export function cornerOf(planes: readonly FittedPlane[]) {
  const [a, b, c] = planes.map(({ normal }) => normal) as [Vector3, Vector3, Vector3];
  if (Math.abs(dot(cross(a, b), c)) < PARALLEL) return undefined;
  const middle = times(plus(plus(planes[0]!.centre, planes[1]!.centre), planes[2]!.centre), 1 / 3);
  return meet(planes, [], middle);
}

/** The place on all planes, and on the planes across `fixed` through `near`; ± is the root of its summed variances. */
function meet(planes: readonly FittedPlane[], fixed: readonly Vector3[], near: Vector3) {
  const inverted = inverse([...planes.map(({ normal }) => normal), ...fixed]);
  if (!inverted) return undefined;
  const off = [
    ...planes.map(({ normal, centre }) => dot(normal, minus(centre, near))),
    ...fixed.map(() => 0),
  ];
  const point = plus(near, apply(inverted, off) as Vector3);
  const variance = planes.map((plane) => sigmaAt(plane, point) ** 2);
  const total = inverted.reduce(
    (sum, row) => sum + variance.reduce((part, each, i) => part + row[i]! ** 2 * each, 0),
    0,
  );
  return { point, plusMinus: Math.sqrt(total) };
}
