import type { Position } from '#core/protocol';
import { crossing } from './nodes.ts';
import { frameOf, near, onEdge, TOLERANCE } from './plane.ts';
import { Segments } from './segments.ts';

type Runs = readonly (readonly Position[])[];

/** Where the rings of a polygon cross themselves or each other; touching at a vertex is allowed. */
export function crossesItself(rings: Runs, segments = new Segments(rings)): [number, number] | undefined {
  for (const at of crossingsOf(rings, segments)) return at;
  return undefined;
}

/** Every place where runs cross themselves or each other, found as it is asked for. */
export function* crossingsOf(runs: Runs, segments = new Segments(runs)): Generator<[number, number]> {
  for (const [run, positions] of runs.entries())
    for (let i = 0; i + 1 < positions.length; i++) {
      const [p, q] = [positions[i]!, positions[i + 1]!];
      const found: [number, number][] = [];
      segments.each(frameOf(p, q), (other, segment) => {
        if (other < run || (other === run && segment <= i + 1)) return;
        const at = crossing(p, q, ...segments.ends(other, segment));
        if (at) found.push(at);
      });
      yield* found;
    }
}

/**
 * Where a ring touches itself, or runs back over itself, without crossing: a vertex on another of its edges. Vertices
 * that repeat each other count as one.
 */
export function* touchesOf(ring: readonly Position[]): Generator<[number, number]> {
  const run = ring.filter((vertex, i) => i === 0 || !near(vertex, ring[i - 1]!));
  if (run.length > 1 && near(run[0]!, run.at(-1)!)) run[run.length - 1] = run[0]!;
  const segments = new Segments([run]);
  const last = run.length - 2;
  for (let i = 0; i <= last; i++) {
    const vertex = run[i]!;
    let touched = false;
    segments.each(frameOf(vertex, vertex, TOLERANCE), (_, segment) => {
      if (touched || segment === i || segment === (i === 0 ? last : i - 1)) return;
      touched = onEdge(vertex, ...segments.ends(0, segment)).distance <= TOLERANCE;
    });
    if (touched) yield [vertex[0], vertex[1]];
  }
}
