import { frameOf, metresOfDegree, onEdge, TOLERANCE, type Flat } from './plane.ts';
import { Segments } from './segments.ts';
import type { Rings } from './overlay.ts';

/** Metres that the outlines of an area run along those of others, within the tolerance. */
export function sharedBorder(rings: Rings, others: readonly Rings[]): number {
  const segments = new Segments(others.flat());
  const [east, north] = metresOfDegree(rings[0]![0]![1]);
  let metres = 0;
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      const length = Math.hypot((b[0] - a[0]) * east, (b[1] - a[1]) * north);
      segments.each(frameOf(a, b, TOLERANCE), (run, segment) => {
        metres += length * shareAlong(a, b, ...segments.ends(run, segment));
      });
    }
  return metres;
}

/** Which share of the edge a–b the edge c–d runs along; 0 where they only cross or touch. */
function shareAlong(a: Flat, b: Flat, c: Flat, d: Flat): number {
  const square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
  if (square === 0) return 0;
  const along = (p: Flat) => ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / square;
  const [t, u] = [along(c), along(d)];
  const [from, to] = [Math.max(0, Math.min(t, u)), Math.min(1, Math.max(t, u))];
  // What is no longer than the tolerance is the width of a touch.
  if ((to - from) ** 2 * square <= TOLERANCE ** 2) return 0;
  const at = (share: number): Flat => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const beside = [from, to].every((share) => onEdge(at(share), c, d).distance <= TOLERANCE);
  return beside ? to - from : 0;
}
