import type { Position } from '#core/protocol';
import { crossing } from './nodes.ts';
import { isSamePlace, nearestOnEdge, TOLERANCE } from './plane.ts';
import { SegmentIndex } from './segments.ts';

type Runs = readonly (readonly Position[])[];

/** Returns where the rings of a polygon cross themselves or each other; touching at a vertex is allowed. */
export function crossesItself(rings: Runs, segments = new SegmentIndex(rings)): [number, number] | undefined {
  return crossingsOf(rings, segments, 1)[0];
}

/** Returns where runs cross themselves or each other, at most `max` places. */
export function crossingsOf(
  runs: Runs,
  segments = new SegmentIndex(runs),
  max = Infinity,
): [number, number][] {
  const found: [number, number][] = [];
  segments.some(0, (run, segment, laterRun, later) => {
    if (run === laterRun && later === segment + 1) return false;
    const at = crossing(...segments.ends(run, segment), ...segments.ends(laterRun, later));
    if (at) found.push(at);
    return found.length >= max;
  });
  return found;
}

/**
 * Returns where a ring touches itself or runs back along itself without crossing: a vertex on another of its edges.
 * Repeated vertices count as one.
 */
export function touchesOf(ring: readonly Position[]): [number, number][] {
  const run = ring.filter((vertex, i) => i === 0 || !isSamePlace(vertex, ring[i - 1]!));
  if (run.length > 1 && isSamePlace(run[0]!, run.at(-1)!)) run[run.length - 1] = run[0]!;
  const edges = run.length - 1;
  const touched = new Set<number>();
  const check = (vertex: number, edge: number): void => {
    if (edge === vertex || edge === (vertex + edges - 1) % edges || touched.has(vertex)) return;
    if (nearestOnEdge(run[vertex]!, run[edge]!, run[edge + 1]!).distance <= TOLERANCE) touched.add(vertex);
  };
  new SegmentIndex([run]).some(TOLERANCE, (_, segment, __, later) => {
    check(segment, later);
    check(later, segment);
    return false;
  });
  return [...touched].sort((a, b) => a - b).map((vertex) => [run[vertex]![0], run[vertex]![1]]);
}
