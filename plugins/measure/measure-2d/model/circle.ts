import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';

export interface CircleThrough {
  readonly centre: Position;
  /** Metres. */
  readonly radius: number;
  /** Degrees at the centre from the first point over the second to the third; clockwise is positive. */
  readonly turn: number;
}

/** Maximum radius, metres; beyond it three points count as collinear. */
const LARGEST = 100_000;
/** Tolerance of the centre, metres. */
const STILL = 1e-7;

/**
 * The circle through three points: the centre is computed in the plane of directions and distances around an
 * estimate, and repeated around the result until it converges. Undefined where two points coincide or all are nearly
 * collinear.
 */
export function circleThrough(
  a: Position,
  b: Position,
  c: Position,
  metric: Metric,
): CircleThrough | undefined {
  let centre = b;
  for (let i = 0; i < 20; i++) {
    const offset = circumcentre(
      ...([a, b, c].map((place) => seenFrom(centre, place, metric)) as ThreePoints),
    );
    if (!offset) return undefined;
    const [x, y] = offset;
    const moved = Math.hypot(x, y);
    if (!(moved <= 2 * LARGEST)) return undefined;
    centre = metric.direct(centre, (Math.atan2(x, y) * 180) / Math.PI, moved);
    if (moved < STILL) break;
  }
  const [toA, toB, toC] = [a, b, c].map((place) => metric.segment(centre, place)) as [
    MetricSegment,
    MetricSegment,
    MetricSegment,
  ];
  if (toA.length > LARGEST) return undefined;
  const clockwise = (to: MetricSegment) => (to.azimuth - toA.azimuth + 360) % 360;
  const turn = clockwise(toB) <= clockwise(toC) ? clockwise(toC) : clockwise(toC) - 360;
  return { centre, radius: toA.length, turn };
}

type MetricSegment = ReturnType<Metric['segment']>;
type PlanePoint = readonly [number, number];
type ThreePoints = [PlanePoint, PlanePoint, PlanePoint];

/** East and north of `place` relative to `centre`, metres. */
function seenFrom(centre: Position, place: Position, metric: Metric): PlanePoint {
  const { length, azimuth } = metric.segment(centre, place);
  const angle = (azimuth * Math.PI) / 180;
  return [length * Math.sin(angle), length * Math.cos(angle)];
}

function circumcentre(
  [ax, ay]: PlanePoint,
  [bx, by]: PlanePoint,
  [cx, cy]: PlanePoint,
): PlanePoint | undefined {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - ax, cy - ay];
  const twice = 2 * (ux * vy - uy * vx);
  const [u2, v2] = [ux * ux + uy * uy, vx * vx + vy * vy];
  const x = ax + (vy * u2 - uy * v2) / twice;
  const y = ay + (ux * v2 - vx * u2) / twice;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}
