import type { Position } from '#core/protocol';
import { crossing } from './nodes.ts';
import { frameOf } from './plane.ts';
import { Segments } from './segments.ts';

/** Where the rings of a polygon cross themselves or each other; touching at a vertex is allowed. */
export function crossesItself(
  rings: readonly (readonly Position[])[],
  segments = new Segments(rings),
): [number, number] | undefined {
  let at: [number, number] | undefined;
  for (const [run, ring] of rings.entries())
    for (let i = 0; i + 1 < ring.length; i++) {
      const [p, q] = [ring[i]!, ring[i + 1]!];
      segments.each(frameOf(p, q), (other, segment) => {
        if (at || other < run || (other === run && segment <= i + 1)) return;
        at = crossing(p, q, ...segments.ends(other, segment));
      });
      if (at) return at;
    }
  return undefined;
}
