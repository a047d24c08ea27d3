import type { Plane, Vector3 } from 'three';

/** Two ends in the scene. */
export type CutEdge = readonly [Vector3, Vector3];

/** Metres by which rounding may put a place beyond a plane. */
const SLACK = 1e-4;

/** What is left of an edge by the planes; undefined: nothing. */
export function clipped([from, to]: CutEdge, planes: readonly Plane[]): CutEdge | undefined {
  let [a, b] = [from, to];
  for (const plane of planes) {
    const [before, after] = [plane.distanceToPoint(a), plane.distanceToPoint(b)];
    if (before < -SLACK && after < -SLACK) return undefined;
    if (before >= -SLACK && after >= -SLACK) continue;
    const cut = a.clone().lerp(b, before / (before - after));
    if (before < 0) a = cut;
    else b = cut;
  }
  return [a, b];
}

/** Whether a plane removes a place: what is on its negative side. */
export const isCutAway = (at: Vector3, planes: readonly Plane[]): boolean =>
  planes.some((plane) => plane.distanceToPoint(at) < -SLACK);
