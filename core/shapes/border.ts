import { frameOf, metresOfDegree, nearestOnEdge, TOLERANCE, type PlanePosition } from './plane.ts';
import { SegmentIndex } from './segments.ts';
import type { Rings } from './overlay.ts';

/** Returns the metres along which the outlines of an area coincide with those of others, within the tolerance. */
export function sharedBorder(rings: Rings, others: readonly Rings[]): number {
  const segments = new SegmentIndex(others.flat());
  const [east, north] = metresOfDegree(rings[0]![0]![1]);
  let metres = 0;
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      const length = Math.hypot((b[0] - a[0]) * east, (b[1] - a[1]) * north);
      segments.each(frameOf(a, b, TOLERANCE), (run, segment) => {
        metres += length * sharedFraction(a, b, ...segments.ends(run, segment));
      });
    }
  return metres;
}

/** Returns the share of the edge a–b along which the edge c–d runs; 0 where they only cross or touch. */
function sharedFraction(a: PlanePosition, b: PlanePosition, c: PlanePosition, d: PlanePosition): number {
  const lengthSquared = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
  if (lengthSquared === 0) return 0;
  const along = (p: PlanePosition) =>
    ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / lengthSquared;
  const [t, u] = [along(c), along(d)];
  const [from, to] = [Math.max(0, Math.min(t, u)), Math.min(1, Math.max(t, u))];
  // An overlap no longer than the tolerance is a touch.
  if ((to - from) ** 2 * lengthSquared <= TOLERANCE ** 2) return 0;
  const at = (share: number): PlanePosition => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const isAlong = [from, to].every((share) => nearestOnEdge(at(share), c, d).distance <= TOLERANCE);
  return isAlong ? to - from : 0;
}
