import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { across, apply, cross, dot, inverse, minus, plus, size, times, unit } from './linear.ts';

/** Directions tried for an axis, and points tried with each. */
const DIRECTIONS = 300;
const TRIED = 150;
const STARTS = 4;
const STEPS = 30;

interface Cylinder {
  point: Vector3;
  direction: Vector3;
  radius: number;
}

/** The pipe through points, by least squares of their distances from it; undefined where they do not define one. */
export function fitCylinder(points: readonly Vector3[]) {
  const n = points.length;
  if (n < 8) return undefined;
  const centre = plus(
    points[0]!,
    times(
      points.reduce<Vector3>((sum, p) => plus(sum, minus(p, points[0]!)), [0, 0, 0]),
      1 / n,
    ),
  );
  const local = points.map((point) => minus(point, centre));
  const some = local.filter((_, i) => i % Math.ceil(n / TRIED) === 0);
  const starts = hemisphere(DIRECTIONS)
    .flatMap((direction) => circleAcross(some, direction) ?? [])
    .sort((a, b) => a.rms - b.rms)
    .slice(0, STARTS);
  let best: ReturnType<typeof refine>;
  for (const { cylinder } of starts) {
    const fitted = refine(local, cylinder);
    if (fitted && (!best || fitted.rms < best.rms)) best = fitted;
  }
  if (!best) return undefined;
  const { cylinder, rms, plusMinus, radiusPlusMinus } = best;
  const extent = Math.max(...local.map(size));
  // A flat surface fits a pipe of any large radius.
  if (!(cylinder.radius < 4 * extent) || !(radiusPlusMinus < cylinder.radius / 2)) return undefined;
  const { direction, radius } = cylinder;
  const up = direction[2] < 0 ? times(direction, -1) : direction;
  // The place on the axis nearest to the middle of the points.
  const foot = minus(cylinder.point, times(direction, dot(cylinder.point, direction)));
  const covered = coveredBy(local, { ...cylinder, point: foot });
  return {
    point: plus(centre, foot),
    direction: up,
    radius,
    radiusPlusMinus,
    covered,
    rms,
    plusMinus,
    points: n,
  };
}

/** Directions spread evenly over half a sphere (Fibonacci's lattice). */
function hemisphere(count: number): Vector3[] {
  return Array.from({ length: count }, (_, i): Vector3 => {
    const z = (i + 0.5) / count;
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    const flat = Math.sqrt(1 - z * z);
    return [flat * Math.cos(angle), flat * Math.sin(angle), z];
  });
}

/** The circle through points seen along a direction (Kåsa's fit). */
function circleAcross(points: readonly Vector3[], direction: Vector3) {
  const [u, v] = across(direction);
  const normal = [0, 1, 2].map(() => [0, 0, 0]);
  const right = [0, 0, 0];
  for (const point of points) {
    const row = [dot(point, u), dot(point, v), 1];
    const squared = row[0]! ** 2 + row[1]! ** 2;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) normal[i]![j]! += row[i]! * row[j]!;
      right[i]! += row[i]! * squared;
    }
  }
  const inverted = inverse(normal);
  if (!inverted) return undefined;
  const [a, b, c] = apply(inverted, right) as Vector3;
  const [x, y] = [a / 2, b / 2];
  const radius = Math.sqrt(c + x * x + y * y);
  if (!Number.isFinite(radius)) return undefined;
  const point = plus(times(u, x), times(v, y));
  const cylinder: Cylinder = { point, direction, radius };
  const sum = points.reduce((part, each) => part + off(each, cylinder) ** 2, 0);
  return { cylinder, rms: Math.sqrt(sum / points.length) };
}

const off = (point: Vector3, { point: at, direction, radius }: Cylinder): number =>
  size(cross(minus(point, at), direction)) - radius;

/** Gauss and Newton on two shifts and two turns of the axis and the radius. */
function refine(points: readonly Vector3[], start: Cylinder) {
  let cylinder = start;
  let inverted: number[][] | undefined;
  let squares = Infinity;
  for (let step = 0; step < STEPS; step++) {
    const [u, v] = across(cylinder.direction);
    const normal = Array.from({ length: 5 }, () => [0, 0, 0, 0, 0]);
    const right = [0, 0, 0, 0, 0];
    let sum = 0;
    for (const point of points) {
      const from = minus(point, cylinder.point);
      const along = dot(from, cylinder.direction);
      const radial = minus(from, times(cylinder.direction, along));
      const length = size(radial);
      if (length === 0) continue;
      const [ru, rv] = [dot(radial, u) / length, dot(radial, v) / length];
      const row = [-ru, -rv, -ru * along, -rv * along, -1];
      const residual = length - cylinder.radius;
      sum += residual * residual;
      for (let i = 0; i < 5; i++) {
        for (let j = 0; j < 5; j++) normal[i]![j]! += row[i]! * row[j]!;
        right[i]! -= row[i]! * residual;
      }
    }
    inverted = inverse(normal);
    if (!inverted || !Number.isFinite(sum)) return undefined;
    const settled = Math.abs(squares - sum) <= 1e-12 * sum;
    squares = sum;
    if (settled) break;
    const [du, dv, tu, tv, dr] = apply(inverted, right) as [number, number, number, number, number];
    cylinder = {
      point: plus(cylinder.point, plus(times(u, du), times(v, dv))),
      direction: unit(plus(cylinder.direction, plus(times(u, tu), times(v, tv)))),
      radius: cylinder.radius + dr,
    };
  }
  if (!inverted || points.length <= 5 || !(cylinder.radius > 0)) return undefined;
  const rms = Math.sqrt(squares / (points.length - 5));
  const deviation = (i: number) => rms * Math.sqrt(inverted[i]![i]!);
  return {
    cylinder,
    rms,
    plusMinus: Math.hypot(deviation(0), deviation(1)),
    radiusPlusMinus: deviation(4),
  };
}

/** How much of the round the points cover, degrees. */
function coveredBy(points: readonly Vector3[], { point: at, direction }: Cylinder): number {
  const [u, v] = across(direction);
  const sectors = new Set(
    points.map((point) => {
      const from = minus(point, at);
      return Math.floor(((Math.atan2(dot(from, v), dot(from, u)) / Math.PI + 1) * 36) % 72);
    }),
  );
  return sectors.size * 5;
}

/** The circle through three points; undefined when they are on a line. */
export function circleOf([a, b, c]: readonly [Vector3, Vector3, Vector3]) {
  const [ab, ac] = [minus(b, a), minus(c, a)];
  const normal = cross(ab, ac);
  const twice = 2 * dot(normal, normal);
  if (!(twice > 1e-12 * dot(ab, ab) * dot(ac, ac))) return undefined;
  const toCentre = times(
    plus(times(cross(normal, ab), dot(ac, ac)), times(cross(ac, normal), dot(ab, ab))),
    1 / twice,
  );
  const up = normal[2] < 0 ? times(normal, -1) : normal;
  return { centre: plus(a, toCentre), normal: unit(up), radius: size(toCentre) };
}

/** One standard deviation of the circle's radius from those of its points, by differences. */
export function circleSigma(points: readonly [Vector3, Vector3, Vector3], noise: readonly number[]): number {
  const circle = circleOf(points);
  if (!circle) return NaN;
  let variance = 0;
  for (let n = 0; n < 3; n++)
    for (let axis = 0; axis < 3; axis++) {
      const step = circle.radius * 1e-6;
      const moved = points.map((point, i) =>
        i === n ? (point.map((each, k) => (k === axis ? each + step : each)) as Vector3) : point,
      ) as [Vector3, Vector3, Vector3];
      const changed = circleOf(moved);
      if (changed) variance += (((changed.radius - circle.radius) / step) * noise[n]!) ** 2;
    }
  return Math.sqrt(variance);
}
