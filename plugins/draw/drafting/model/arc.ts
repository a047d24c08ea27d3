import { fullCircle } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { chordsOf, type Metric } from '#core/sketch';

export interface Arc {
  readonly centre: Position;
  /** Metres. */
  readonly radius: number;
  /** Degrees around the centre; positive is clockwise. */
  readonly sweep: number;
  /** Metres along the arc. */
  readonly length: number;
  /** Vertices between its ends; chords stay within the tolerance of the arc. */
  readonly between: readonly Position[];
  /** The direction at its end, degrees clockwise from north. */
  readonly arrives: number;
}

/** Maximum radius, metres; a flatter arc is treated as straight. */
const FLATTEST = 1_000_000;
/** Degrees from straight ahead or straight back within which there is no arc. */
const STRAIGHT = 1e-6;
const STEPS = 6;
const CLOSE = 1e-9;

const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
const degreesOf = (radians: number): number => (radians * 180) / Math.PI;

/** The arc from `start` to `end` through a point, which becomes a vertex; undefined where the three are collinear. */
export function arcThrough(
  start: Position,
  through: Position,
  end: Position,
  metric: Metric,
): Arc | undefined {
  const centre = centreOf(start, through, end, metric);
  if (!centre) return undefined;
  const [from, middle, to] = [start, through, end].map((place) => metric.segment(centre, place));
  const turn = fullCircle(to!.azimuth - from!.azimuth);
  const half = fullCircle(middle!.azimuth - from!.azimuth);
  const sweep = half <= turn ? turn : turn - 360;
  const first = sweep > 0 ? half : half - 360;
  const radius = from!.length;
  const between = [
    ...placesOn(centre, radius, from!.azimuth, first, metric),
    through,
    ...placesOn(centre, radius, middle!.azimuth, sweep - first, metric),
  ];
  return arcOf(centre, radius, sweep, between, end, metric);
}

/**
 * The arc that leaves `start` in the direction `azimuth` and ends at `end`; undefined straight ahead and straight
 * back.
 */
export function arcTangent(start: Position, azimuth: number, end: Position, metric: Metric): Arc | undefined {
  const direction = metric.segment(start, end);
  const away = fullCircle(direction.azimuth - azimuth + 180) - 180;
  if (!(direction.length > 0) || Math.abs(sin(away)) < sin(STRAIGHT)) return undefined;
  const side = Math.sign(away);
  const centreAt = (r: number): Position => metric.direct(start, azimuth + 90 * side, r);
  let radius = direction.length / (2 * Math.abs(sin(away)));
  if (radius > FLATTEST) return undefined;
  // Exact in a plane; on the ellipsoid the centre is iterated until it is equidistant from both ends.
  for (let step = 0; step < STEPS; step++) {
    const tooFar = metric.segment(centreAt(radius), end).length - radius;
    if (Math.abs(tooFar) < CLOSE) break;
    // The difference in distance to end and start per metre of radius.
    radius += (tooFar * radius) / (direction.length * sin(Math.abs(away)));
  }
  const centre = centreAt(radius);
  const from = metric.segment(centre, start).azimuth;
  const to = metric.segment(centre, end).azimuth;
  const sweep = side > 0 ? fullCircle(to - from) : -fullCircle(from - to);
  return arcOf(centre, radius, sweep, placesOn(centre, radius, from, sweep, metric), end, metric);
}

/**
 * The vertices of the arc, including the point it passes through, with heights interpolated along it where both ends
 * have one.
 */
export function risingAlong(
  { centre, sweep, between }: Arc,
  start: Position,
  end: Position,
  metric: Metric,
): readonly Position[] {
  const [low, high] = [start[2], end[2]];
  if (low === undefined || high === undefined) return between;
  const from = metric.segment(centre, start).azimuth;
  return between.map((place) => {
    const turned = fullCircle(Math.sign(sweep) * (metric.segment(centre, place).azimuth - from));
    return [place[0], place[1], low + ((high - low) * turned) / Math.abs(sweep)];
  });
}

/** The point equidistant from three: computed in the plane of distances from `a`, then refined by Newton's method. */
function centreOf(a: Position, b: Position, c: Position, metric: Metric): Position | undefined {
  const [ab, ac] = [metric.segment(a, b), metric.segment(a, c)];
  const [bx, by] = [ab.length * sin(ab.azimuth), ab.length * cos(ab.azimuth)];
  const [cx, cy] = [ac.length * sin(ac.azimuth), ac.length * cos(ac.azimuth)];
  const twice = 2 * (bx * cy - by * cx);
  const east = (cy * ab.length ** 2 - by * ac.length ** 2) / twice;
  const north = (bx * ac.length ** 2 - cx * ab.length ** 2) / twice;
  // The determinant is zero for collinear points.
  if (!(Math.hypot(east, north) <= FLATTEST)) return undefined;
  let centre = metric.direct(a, degreesOf(Math.atan2(east, north)), Math.hypot(east, north));
  for (let step = 0; step < STEPS; step++) {
    const [ra, rb, rc] = [a, b, c].map((place) => metric.segment(centre, place));
    const [p, q] = [ra!.length - rb!.length, ra!.length - rc!.length];
    if (Math.abs(p) < CLOSE && Math.abs(q) < CLOSE) break;
    const [px, py] = [sin(rb!.azimuth) - sin(ra!.azimuth), cos(rb!.azimuth) - cos(ra!.azimuth)];
    const [qx, qy] = [sin(rc!.azimuth) - sin(ra!.azimuth), cos(rc!.azimuth) - cos(ra!.azimuth)];
    const determinant = px * qy - py * qx;
    if (determinant === 0) break;
    const [dx, dy] = [(py * q - qy * p) / determinant, (qx * p - px * q) / determinant];
    centre = metric.direct(centre, degreesOf(Math.atan2(dx, dy)), Math.hypot(dx, dy));
  }
  return centre;
}

/** Evenly spaced points on the circle within a sweep, without its ends. */
function placesOn(centre: Position, radius: number, from: number, turn: number, metric: Metric): Position[] {
  const count = chordsOf(radius, turn);
  return Array.from({ length: count - 1 }, (_, i) =>
    metric.direct(centre, from + (turn * (i + 1)) / count, radius),
  );
}

function arcOf(
  centre: Position,
  radius: number,
  sweep: number,
  between: readonly Position[],
  end: Position,
  metric: Metric,
): Arc {
  const inwards = metric.segment(end, centre).azimuth;
  const length = (radius * Math.abs(sweep) * Math.PI) / 180;
  return { centre, radius, sweep, length, between, arrives: fullCircle(inwards - 90 * Math.sign(sweep)) };
}
