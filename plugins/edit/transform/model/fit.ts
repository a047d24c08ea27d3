import { fitPlaces, type PlaneFitMethod, type PlanePlace } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';
import type { VertexTransform } from './transforms.ts';

/** A point of the drawing, and where it should be. */
export interface FitPair {
  readonly from: Position;
  readonly to: Position;
}

export interface Fitted {
  /** Target minus fitted, metres; of all pairs, also of those that do not count. */
  readonly residuals: readonly PlanePlace[];
  /** Of the pairs that count, in plan. */
  readonly rms: number;
  /** Of east and north; they differ in an affine fit only. */
  readonly scale: PlanePlace;
  /** Degrees clockwise. */
  readonly turn: number;
  /** Left becomes right. */
  readonly flips: boolean;
  readonly place: VertexTransform;
}

/** Fits pairs by least squares in the plane of the metric. Undefined for too few of them, or where they are at one place or on a line. */
export function fitPairs(
  method: PlaneFitMethod,
  pairs: readonly (FitPair & { isUsed: boolean })[],
  metric: Metric,
): Fitted | undefined {
  const used = pairs.filter(({ isUsed }) => isUsed);
  if (used.length === 0) return undefined;
  const origin = used[0]!.from;
  const see = (position: Position): PlanePlace => {
    const { length, azimuth } = metric.segment(origin, position);
    const angle = (azimuth * Math.PI) / 180;
    return length === 0 ? [0, 0] : [length * Math.sin(angle), length * Math.cos(angle)];
  };
  const seen = pairs.map(({ from, to, isUsed }) => ({ from: see(from), to: see(to), isUsed }));
  const plane = fitPlaces(
    method,
    seen.filter(({ isUsed }) => isUsed),
  );
  if (!plane) return undefined;
  const residuals = seen.map(({ from, to }): PlanePlace => {
    const [x, y] = plane.put(from);
    return [to[0] - x, to[1] - y];
  });
  const squares = residuals.flatMap(([x, y], i) => (seen[i]!.isUsed ? [x * x + y * y] : []));
  return {
    residuals,
    rms: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length),
    scale: plane.scale,
    turn: plane.turn,
    flips: plane.flips,
    place(vertex) {
      const [x, y] = plane.put(see(vertex));
      const length = Math.hypot(x, y);
      const [longitude, latitude] = metric.direct(origin, (Math.atan2(x, y) * 180) / Math.PI, length);
      return [longitude, latitude];
    },
  };
}
