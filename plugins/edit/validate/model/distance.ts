import { extentOf, runsOf, type Run } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { metresOfDegree } from '#core/shapes';

/** Returns the distance in metres of two near positions, in the tangent plane of the ellipsoid there. */
export function metresBetween(a: Position, b: Position): number {
  const [east, north] = metresOfDegree(a[1]);
  return Math.hypot((b[0] - a[0]) * east, (b[1] - a[1]) * north);
}

/**
 * Returns whether geometries have the same vertices within a tolerance in metres, for any start and direction of
 * rings and lines.
 */
export function haveSameVertices(a: Geometry, b: Geometry, metres: number): boolean {
  if (a.type !== b.type) return false;
  const [[west, south, east, north], other] = [extentOf(a), extentOf(b)];
  if (metresBetween([west, south], [other[0], other[1]]) > 2 * metres) return false;
  if (metresBetween([east, north], [other[2], other[3]]) > 2 * metres) return false;
  const [runs, others] = [runsOf(a), runsOf(b)];
  return runs.length === others.length && runs.every((run, i) => alikeRuns(run, others[i]!, metres));
}

function alikeRuns(a: Run, b: Run, metres: number): boolean {
  if (a.kind !== b.kind || a.positions.length !== b.positions.length) return false;
  const same = (one: readonly Position[], other: readonly Position[], from = 0): boolean =>
    one.every((place, i) => metresBetween(place, other[(from + i) % other.length]!) <= metres);
  const reversed = b.positions.toReversed();
  if (a.kind !== 'ring') return same(a.positions, b.positions) || same(a.positions, reversed);
  const open = a.positions.slice(0, -1);
  return [b.positions, reversed].some((ring) => {
    const others = ring.slice(0, -1);
    return others.some((place, i) => metresBetween(open[0]!, place) <= metres && same(open, others, i));
  });
}
