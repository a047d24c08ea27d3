import { fullCircle } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';

/** How a point follows from two stations A and B and two values. */
export const KINDS = ['distances', 'bearings', 'bearing-distance', 'offset'] as const;
export type ConstructionKind = (typeof KINDS)[number];

/** Metres, or degrees clockwise from the metric's north. */
export interface ConstructionInput {
  readonly a: Position;
  readonly b: Position;
  readonly first: number;
  readonly second: number;
}

/** Why there is no solution. */
export type ConstructionProblem = 'same' | 'apart' | 'within' | 'parallel' | 'behind' | 'short' | 'outside';

/** Metres; circles that miss each other by less count as touching, and solutions closer than this as one. */
const TOUCHING = 1e-3;
const CLOSE = 1e-9;
const STEPS = 8;
/** Metres; intersections farther away count as parallel. */
const FARTHEST = 1_000_000;

const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
const degreesOf = (radians: number): number => (radians * 180) / Math.PI;

/**
 * The points that match the given values: two where circles cross, else one. Solved in the plane of distances and
 * azimuths from A, which is exact in a plane CRS; on the ellipsoid refined by Newton's method.
 */
export function constructed(
  kind: ConstructionKind,
  given: ConstructionInput,
  metric: Metric,
): readonly Position[] | ConstructionProblem {
  try {
    const base = metric.segment(given.a, given.b);
    if (base.length < CLOSE && kind !== 'bearing-distance') return 'same';
    if (kind === 'distances') return byDistances(given, base, metric);
    if (kind === 'bearings') return byBearings(given, base, metric);
    if (kind === 'bearing-distance') return byBearingAndDistance(given, base, metric);
    return [atOffset(given, base.azimuth, metric)];
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.id === 'outside-crs') return 'outside';
    throw thrown;
  }
}

type Base = ReturnType<Metric['segment']>;

function byDistances(
  { a, b, first, second }: ConstructionInput,
  base: Base,
  metric: Metric,
): Position[] | ConstructionProblem {
  if (base.length - (first + second) > TOUCHING) return 'apart';
  if (Math.abs(first - second) - base.length > TOUCHING) return 'within';
  const along = (first ** 2 - second ** 2 + base.length ** 2) / (2 * base.length);
  const aside = Math.sqrt(Math.max(0, first ** 2 - along ** 2));
  const turn = degreesOf(Math.atan2(aside, along));
  return (aside < TOUCHING ? [0] : [-1, 1]).map((side) =>
    refined(
      metric.direct(a, base.azimuth + side * turn, Math.hypot(along, aside)),
      [onCircle(a, first, metric), onCircle(b, second, metric)],
      metric,
    ),
  );
}

function byBearings(
  { a, b, first, second }: ConstructionInput,
  base: Base,
  metric: Metric,
): Position[] | ConstructionProblem {
  // The azimuth at B in the plane of A: meridians converge.
  const arrives = metric.segment(b, a).azimuth + 180;
  const other = second + base.azimuth - arrives;
  const between = sin(other - first);
  const along = (base.length * sin(other - base.azimuth)) / between;
  const fromB = (base.length * sin(first - base.azimuth)) / between;
  if (!(Math.abs(along) < FARTHEST)) return 'parallel';
  if (along < -TOUCHING || fromB < -TOUCHING) return 'behind';
  const place = metric.direct(a, first, along);
  return [refined(place, [onRay(a, first, metric), onRay(b, second, metric)], metric)];
}

function byBearingAndDistance(
  { a, b, first, second }: ConstructionInput,
  base: Base,
  metric: Metric,
): Position[] | ConstructionProblem {
  const along = base.length * cos(base.azimuth - first);
  const away = Math.abs(base.length * sin(base.azimuth - first));
  if (away - second > TOUCHING) return 'short';
  const half = Math.sqrt(Math.max(0, second ** 2 - away ** 2));
  const lengths = (half < TOUCHING ? [along] : [along - half, along + half]).filter((s) => s > -TOUCHING);
  if (lengths.length === 0) return 'behind';
  return lengths.map((length) =>
    refined(metric.direct(a, first, length), [onRay(a, first, metric), onCircle(b, second, metric)], metric),
  );
}

/** The point at a chainage from A towards B, offset to the right of that line. */
function atOffset(
  { a, first: chainage, second: offset }: ConstructionInput,
  azimuth: number,
  metric: Metric,
): Position {
  const foot = metric.direct(a, azimuth, chainage);
  const back = metric.segment(foot, a).azimuth;
  const ahead = Math.abs(chainage) < CLOSE ? azimuth : chainage > 0 ? back + 180 : back;
  return metric.direct(foot, fullCircle(ahead + 90), offset);
}

/** How far a point is from where it should be, and the direction in which that grows. */
type Residual = (place: Position) => { off: number; grows: number };

const onCircle =
  (centre: Position, radius: number, metric: Metric): Residual =>
  (place) => {
    const { length, azimuth } = metric.segment(place, centre);
    return { off: length - radius, grows: azimuth + 180 };
  };

const onRay =
  (start: Position, azimuth: number, metric: Metric): Residual =>
  (place) => {
    const direction = metric.segment(start, place);
    // To the right of the ray, seen in its direction.
    const arrives = metric.segment(place, start).azimuth + 180;
    return { off: direction.length * sin(direction.azimuth - azimuth), grows: arrives + 90 };
  };

function refined(start: Position, [one, other]: readonly [Residual, Residual], metric: Metric): Position {
  let place = start;
  for (let step = 0; step < STEPS; step++) {
    const [p, q] = [one(place), other(place)];
    if (Math.abs(p.off) < CLOSE && Math.abs(q.off) < CLOSE) break;
    const determinant = sin(p.grows) * cos(q.grows) - cos(p.grows) * sin(q.grows);
    // Circles that touch: the solution cannot be refined.
    if (Math.abs(determinant) < 1e-6) break;
    const east = (cos(p.grows) * q.off - cos(q.grows) * p.off) / determinant;
    const north = (sin(q.grows) * p.off - sin(p.grows) * q.off) / determinant;
    place = metric.direct(place, degreesOf(Math.atan2(east, north)), Math.hypot(east, north));
  }
  return place;
}
