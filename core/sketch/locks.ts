import { canProject, project, unproject } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { Metric } from './metric.ts';

/** Typed values that constrain the next vertex. */
export interface Locks {
  /** From the last vertex, metres in the metric. */
  readonly distance?: number;
  /** From the last vertex, degrees clockwise from the metric's north. */
  readonly azimuth?: number;
  /** Easting and northing in the frame's CRS; degrees of longitude and latitude where it is geographic. */
  readonly x?: number;
  readonly y?: number;
  /** Metres above the ellipsoid. */
  readonly z?: number;
}

/** The frame of typed values: lengths and azimuths in `metric`, X and Y in `crs`. */
export interface InputFrame {
  readonly metric: Metric;
  readonly crs: string;
}

/** Tolerance for meeting typed values: metres, or the same number of degrees. */
const CLOSE = 1e-7;
const CLOSE_DEGREES = CLOSE / 111_000;
const STEPS = 40;

/**
 * Returns the position nearest to the pointer that satisfies the locks: on the circle of a distance, on the ray of an
 * azimuth, on the line of an X or Y, or where two of them meet (of two such positions the one on the pointer's side).
 * Undefined where no position satisfies them. Of more than two locks, only two are used: distance and azimuth first,
 * then X, then Y.
 */
export function heldBy(
  locks: Locks,
  pointer: Position,
  from: Position | undefined,
  frame: InputFrame,
): Position | undefined {
  const place = flatPlace(from ? locks : { x: locks.x, y: locks.y }, pointer, from, frame);
  if (!place) return undefined;
  const height = locks.z ?? pointer[2];
  return height === undefined ? place : [place[0], place[1], height];
}

function flatPlace(
  { distance, azimuth, x, y }: Locks,
  pointer: Position,
  from: Position | undefined,
  frame: InputFrame,
): [number, number] | undefined {
  const { metric, crs } = frame;
  try {
    if (from && distance !== undefined && azimuth !== undefined)
      return metric.direct(from, azimuth, distance);
    if (from && (distance !== undefined || azimuth !== undefined)) {
      const direction = metric.segment(from, pointer);
      const along =
        distance !== undefined
          ? { start: direction.azimuth, at: (turn: number) => metric.direct(from, turn, distance) }
          : {
              start: direction.length * Math.cos(((direction.azimuth - azimuth!) * Math.PI) / 180),
              at: (length: number) => metric.direct(from, azimuth!, length),
            };
      const axis = x !== undefined ? 0 : y !== undefined ? 1 : undefined;
      if (axis === undefined) return along.at(along.start);
      const target = axis === 0 ? x! : y!;
      const close = isDegrees(crs) ? CLOSE_DEGREES : CLOSE;
      const met = solved((value) => inCrs(crs, along.at(value))[axis] - target, along.start, close);
      return met === undefined ? undefined : along.at(met);
    }
    if (x === undefined && y === undefined) return [pointer[0], pointer[1]];
    const [east, north] = inCrs(crs, pointer);
    return fromCrs(crs, [x ?? east, y ?? north, pointer[2]]);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.id === 'outside-crs') return undefined;
    throw thrown;
  }
}

/** Returns easting and northing in `crs`, or longitude and latitude while `crs` cannot be computed. */
export function inCrs(crs: string, position: Position): [number, number] {
  return canProject(crs) ? project(crs, position) : [position[0], position[1]];
}

function fromCrs(crs: string, place: readonly [number, number, number?]): [number, number] {
  return canProject(crs) ? unproject(crs, place) : [place[0], place[1]];
}

function isDegrees(crs: string): boolean {
  return crs === 'EPSG:4326' || !canProject(crs);
}

/**
 * Returns the value for which `error` is zero, by the secant method from `start`; undefined where it does not
 * converge.
 */
function solved(error: (value: number) => number, start: number, close: number): number | undefined {
  let [a, b] = [start, start + Math.max(1e-3, Math.abs(start) * 1e-4)];
  let [ea, eb] = [error(a), error(b)];
  for (let step = 0; step < STEPS; step++) {
    if (Math.abs(ea) <= close) return a;
    if (Math.abs(eb) <= close) return b;
    if (eb === ea || !Number.isFinite(eb)) return undefined;
    const next = b - (eb * (b - a)) / (eb - ea);
    [a, ea] = [b, eb];
    [b, eb] = [next, error(next)];
  }
  return undefined;
}
