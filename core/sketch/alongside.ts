import type { Segment } from '#core/document';
import { fullCircle, inverse } from '#core/geodesy';
import { extentAround, type MapView, type Pixel } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { Position } from '#core/protocol';
import { interpolate, nearestOnEdge } from '#core/shapes';
import type { Locks } from './locks.ts';
import type { Metric } from './metric.ts';

/** An edge, and whether the legs of a path are parallel or perpendicular to it. */
export interface Constraint {
  readonly kind: 'parallel' | 'perpendicular';
  readonly edge: readonly [Position, Position];
}

/**
 * The direction the constraint requires at `from`, degrees: in a plane that of the edge; on the ellipsoid that of the
 * edge's middle, carried along the geodesic to `from`.
 */
export function directionAt(
  from: Position,
  { kind, edge: [start, end] }: Constraint,
  metric: Metric,
): number {
  const turn = kind === 'parallel' ? 0 : 90;
  if (metric.crs) return fullCircle(metric.segment(start, end).azimuth + turn);
  const middle = interpolate(start, end, 0.5);
  const way = inverse(middle, from);
  return fullCircle(inverse(middle, end).azimuth + way.finalAzimuth - way.azimuth + turn);
}

/**
 * Returns `locks` with the azimuth the constraint requires: of the two possible ones that on the pointer's side. A
 * typed azimuth takes precedence.
 */
export function constrained(
  locks: Locks,
  constraint: Constraint | undefined,
  pointer: Position,
  from: Position | undefined,
  metric: Metric,
): Locks {
  if (!constraint || !from || locks.azimuth !== undefined) return locks;
  const azimuth = directionAt(from, constraint, metric);
  const away = ((metric.segment(from, pointer).azimuth - azimuth) * Math.PI) / 180;
  return { ...locks, azimuth: Math.cos(away) < 0 ? fullCircle(azimuth + 180) : azimuth };
}

/** The edge nearest to a pixel: of the current path, or of objects that can be picked there. */
export function edgeNear(
  view: MapView,
  document: OpenProject['document'],
  pixel: Pixel,
  tolerance: number,
  path: readonly Position[] = [],
): readonly [Position, Position] | undefined {
  let best: { edge: readonly [Position, Position]; distance: number } | undefined;
  const offer = (from: Position, to: Position) => {
    const [a, b] = [view.toPixel(from), view.toPixel(to)];
    if (!a || !b) return;
    const { distance } = nearestOnEdge(pixel, a, b);
    if (distance <= (best?.distance ?? tolerance)) best = { edge: [from, to], distance };
  };
  path.slice(1).forEach((to, i) => offer(path[i]!, to));
  const extent = extentAround(view, pixel, tolerance);
  const reachable = new Set(view.pick(pixel, tolerance).map(({ object }) => object.id));
  const segments: Iterable<Segment> = extent ? document.index.segments(extent) : [];
  for (const { id, from, to } of segments)
    if (from !== to && reachable.has(id)) offer(from as Position, to as Position);
  return best?.edge;
}
