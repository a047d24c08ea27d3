import { cross, dot, lengthOfVector, minus, type Vector } from '#core/geodesy';

/** A line of sight: from a camera in a direction of length 1, metres in a local frame. */
export interface Ray {
  readonly origin: Vector;
  readonly direction: Vector;
  /** One standard deviation of the origin along each axis, metres, and of the direction, radians. */
  readonly sigmaPosition: number;
  readonly sigmaDirection: number;
}

/** Rows of a symmetric matrix, square metres. */
export type Covariance = readonly [Vector, Vector, Vector];

export interface Sighted {
  readonly point: Vector;
  readonly covariance: Covariance;
  /** Half-widths of the 95 % confidence intervals along the axes, metres. */
  readonly within: Vector;
  /** Radius of the sphere that holds the point with 95 %, metres. */
  readonly radius: number;
  /** The best angle between two of the rays, degrees. */
  readonly angle: number;
  /** How far the farthest ray passes by, metres; of two rays, their shortest distance. */
  readonly miss: number;
  /** `narrow`: below 20°; `apart`: the rays miss each other by more than their accuracy explains. */
  readonly warnings: readonly ('narrow' | 'apart')[];
}

export type SightFault = 'few' | 'parallel' | 'behind';

/** Degrees below which an intersection is refused, and below which it is doubtful. */
export const REFUSED_ANGLE = 5;
export const DOUBTFUL_ANGLE = 20;
/** Half-width of 95 % of a normal distribution. */
const Z95 = 1.959963984540054;
const ROUNDS = 20;

/**
 * The point that rays meet, by least squares: of its distances to the rays, each weighted by how accurate the ray is
 * there. Returns why there is none.
 */
export function intersect(rays: readonly Ray[]): Sighted | SightFault {
  if (rays.length < 2) return 'few';
  const angle = bestAngle(rays);
  if (angle < REFUSED_ANGLE) return 'parallel';
  let weights = rays.map(() => 1);
  let point = meet(rays, weights).point;
  for (let round = 0; round < ROUNDS; round++) {
    weights = rays.map((ray) => 1 / varianceAt(ray, point));
    const next = meet(rays, weights).point;
    const moved = lengthOfVector(minus(next, point));
    point = next;
    if (moved < 1e-12 * (1 + lengthOfVector(point))) break;
  }
  if (rays.some((ray) => along(ray, point) <= 0)) return 'behind';
  const covariance = inverse(meet(rays, weights).normal);
  const distances = rays.map((ray) => lengthOfVector(across(ray, point)));
  const squares = distances.reduce((sum, distance, i) => sum + distance ** 2 * weights[i]!, 0);
  const freedom = 2 * rays.length - 3;
  const warnings: Sighted['warnings'][number][] = [];
  if (angle < DOUBTFUL_ANGLE) warnings.push('narrow');
  if (squares > quantile(freedom, 3.09)) warnings.push('apart');
  return {
    point,
    ...spreadOf(covariance),
    angle,
    miss: rays.length === 2 ? distances[0]! + distances[1]! : Math.max(...distances),
    warnings,
  };
}

/** Where a ray passes a plane, and its ±: that of the ray, and of the plane (one standard deviation, metres). */
export function meetPlane(
  ray: Ray,
  { point, normal, sigma }: { point: Vector; normal: Vector; sigma: number },
): Pick<Sighted, 'point' | 'covariance' | 'within' | 'radius'> | 'parallel' | 'behind' {
  const facing = dot(ray.direction, normal) / lengthOfVector(normal);
  if (Math.abs(facing) < Math.sin((Math.PI / 180) * 0.5)) return 'parallel';
  const distance = dot(minus(point, ray.origin), normal) / dot(ray.direction, normal);
  if (distance <= 0) return 'behind';
  const at = ahead(ray, distance);
  // Across the ray as of a ray; along it as far as that and the plane leave it open.
  const variance = varianceAt(ray, at);
  const unit = normal.map((value) => value / lengthOfVector(normal)) as unknown as Vector;
  const covariance = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => {
      // Moving the ray by e moves the point by e − d (n·e)/(n·d): of every axis of e.
      const moves = [0, 1, 2].map(
        (k) =>
          (axis(i, k) - (ray.direction[i]! * unit[k]!) / facing) *
          (axis(j, k) - (ray.direction[j]! * unit[k]!) / facing),
      );
      return (
        variance * (moves[0]! + moves[1]! + moves[2]!) +
        (sigma / facing) ** 2 * ray.direction[i]! * ray.direction[j]!
      );
    }),
  ) as unknown as Covariance;
  return { point: at, ...spreadOf(covariance) };
}

/**
 * The ± of a point that was found on a ray by other means: across it as of the ray, which may have met something beside it,
 * and everywhere that of the point itself (one standard deviation, metres).
 */
export function alongRay(
  ray: Ray,
  point: Vector,
  sigma: number,
): Pick<Sighted, 'covariance' | 'within' | 'radius' | 'angle' | 'miss' | 'warnings'> {
  const { direction } = ray;
  const variance = varianceAt(ray, point);
  const covariance = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => variance * (axis(i, j) - direction[i]! * direction[j]!) + axis(i, j) * sigma ** 2),
  ) as unknown as Covariance;
  return { ...spreadOf(covariance), angle: 90, miss: lengthOfVector(across(ray, point)), warnings: [] };
}

/** A length between two measured points, and its ± (95 %), metres; the points are taken as independent. */
export function lengthBetween(
  a: Pick<Sighted, 'point' | 'covariance'>,
  b: Pick<Sighted, 'point' | 'covariance'>,
): { length: number; within: number } {
  const way = minus(b.point, a.point);
  const length = lengthOfVector(way);
  const unit = way.map((value) => (length === 0 ? 0 : value / length)) as unknown as Vector;
  const sum = a.covariance.map((row, i) => row.map((value, j) => value + b.covariance[i]![j]!));
  const variance =
    length === 0
      ? (sum[0]![0]! + sum[1]![1]! + sum[2]![2]!) / 3
      : unit.reduce((total, u, i) => total + u * dot(sum[i] as unknown as Vector, unit), 0);
  return { length, within: Z95 * Math.sqrt(variance) };
}

/** Half-widths of the 95 % confidence intervals along the axes, and the radius of the sphere that holds 95 %. */
export function spreadOf(covariance: Covariance): Pick<Sighted, 'covariance' | 'within' | 'radius'> {
  const within = [0, 1, 2].map((i) => Z95 * Math.sqrt(covariance[i]![i]!)) as unknown as Vector;
  return { covariance, within, radius: radius95(covariance) };
}

/** Points along a ray: what it may have met, for the curve in another panorama. Metres, ever farther apart. */
export function curveOf(ray: Ray, nearest: number, farthest: number, count = 96): Vector[] {
  const step = Math.log(farthest / nearest) / (count - 1);
  return Array.from({ length: count }, (_, i) => ahead(ray, nearest * Math.exp(step * i)));
}

export function ahead({ origin, direction }: Ray, distance: number): Vector {
  return [0, 1, 2].map((i) => origin[i]! + direction[i]! * distance) as unknown as Vector;
}

const axis = (i: number, k: number): number => (i === k ? 1 : 0);

function along({ origin, direction }: Ray, point: Vector): number {
  return dot(minus(point, origin), direction);
}

/** From the ray to the point, at right angles. */
function across(ray: Ray, point: Vector): Vector {
  return minus(point, ahead(ray, along(ray, point)));
}

function varianceAt(ray: Ray, point: Vector): number {
  const distance = Math.max(0, along(ray, point));
  // Without any uncertainty all rays weigh the same.
  return ray.sigmaPosition ** 2 + (distance * ray.sigmaDirection) ** 2 || 1e-24;
}

/** Σ w (I − d dᵀ) and the point that solves the normal equations. Relative to the first origin, for precision. */
function meet(rays: readonly Ray[], weights: readonly number[]): { point: Vector; normal: number[][] } {
  const base = rays[0]!.origin;
  const normal = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  const right = [0, 0, 0];
  for (const [n, { origin, direction }] of rays.entries()) {
    const from = minus(origin, base);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const part = weights[n]! * (axis(i, j) - direction[i]! * direction[j]!);
        normal[i]![j]! += part;
        right[i]! += part * from[j]!;
      }
  }
  const solved = inverse(normal).map((row) => dot(row, right as unknown as Vector)) as unknown as Vector;
  return { point: [base[0] + solved[0], base[1] + solved[1], base[2] + solved[2]], normal };
}

function inverse(m: readonly (readonly number[])[]): Covariance {
  const [a, b, c] = m as unknown as [Vector, Vector, Vector];
  const columns = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = dot(a, columns[0]!);
  return [0, 1, 2].map((i) => columns.map((column) => column[i]! / determinant)) as unknown as Covariance;
}

function bestAngle(rays: readonly Ray[]): number {
  let best = 0;
  for (const [i, a] of rays.entries())
    for (const b of rays.slice(i + 1)) {
      const between = Math.atan2(
        lengthOfVector(cross(a.direction, b.direction)),
        dot(a.direction, b.direction),
      );
      best = Math.max(best, Math.min(between, Math.PI - between));
    }
  return (best * 180) / Math.PI;
}

/** Of the sum of squares along the principal axes: as of a scaled χ² with the same mean and variance. */
function radius95(covariance: Covariance): number {
  const trace = covariance[0][0] + covariance[1][1] + covariance[2][2];
  const squares = covariance.flat().reduce((sum, value) => sum + value * value, 0);
  if (trace === 0) return 0;
  return Math.sqrt((squares / trace) * quantile(trace ** 2 / squares, 1.6448536269514722));
}

/** Of χ², by the normal quantile of its probability (Wilson and Hilferty). */
function quantile(freedom: number, normal: number): number {
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + normal * Math.sqrt(part)) ** 3;
}
