import { orient2d } from 'robust-predicates';
import { distanceSquaredToEdge, segmentMeetsFrame } from './frames.ts';
import type { Rings } from './overlay.ts';
import { frameAround, framesMeet, crossesRayEast, TOLERANCE, windRings, type PlaneExtent } from './plane.ts';

/** Polygons prepared for disjointness tests. */
export interface PreparedPolygons {
  readonly frame: PlaneExtent;
  /** Four numbers per edge: where it begins and where it ends. The area is on its left. */
  readonly edges: Float64Array;
}

export function outlineOf(polygons: readonly Rings[]): PreparedPolygons {
  const rings = polygons.flatMap(windRings);
  const edges = new Float64Array(4 * rings.reduce((sum, ring) => sum + ring.length - 1, 0));
  let at = 0;
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++, at += 4) {
      edges[at] = ring[i]![0];
      edges[at + 1] = ring[i]![1];
      edges[at + 2] = ring[i + 1]![0];
      edges[at + 3] = ring[i + 1]![1];
    }
  return { frame: frameAround(rings.flat()), edges };
}

/** With more pairs of edges than this an overlay is as fast. */
const MAX_PAIRS = 4_096;

/**
 * Returns true when polygons share no area for certain: when their outlines meet only in vertices and edges that both
 * have, as those of most neighbours do. Much faster than an overlay. Returns false when they meet in any other way,
 * even if only within the tolerance.
 */
export function areSurelyDisjoint(one: PreparedPolygons, other: PreparedPolygons): boolean {
  if (!framesMeet(one.frame, other.frame)) return true;
  const edges = edgesIn(one, other.frame);
  const otherEdges = edgesIn(other, one.frame);
  if (edges.length * otherEdges.length > MAX_PAIRS) return false;
  const shared = new Set<number>();
  const sharedOfOther = new Set<number>();
  for (const i of edges)
    for (const j of otherEdges) {
      const meeting = meetingOf(one.edges, i, other.edges, j);
      if (meeting === 'otherwise') return false;
      if (meeting !== 'shared') continue;
      shared.add(i);
      sharedOfOther.add(j);
    }
  // An edge that meets the other outline only at its ends is inside or outside as a whole, like its midpoint.
  const isInside = (outline: PreparedPolygons, edge: number, around: PreparedPolygons): boolean =>
    contains(
      around,
      (outline.edges[edge]! + outline.edges[edge + 2]!) / 2,
      (outline.edges[edge + 1]! + outline.edges[edge + 3]!) / 2,
    );
  return !(
    edges.some((edge) => !shared.has(edge) && isInside(one, edge, other)) ||
    otherEdges.some((edge) => !sharedOfOther.has(edge) && isInside(other, edge, one))
  );
}

/** Returns the index of each edge whose frame meets the given frame. */
function edgesIn({ edges }: PreparedPolygons, [west, south, east, north]: PlaneExtent): number[] {
  const edgesNear: number[] = [];
  for (let i = 0; i < edges.length; i += 4)
    if (
      segmentMeetsFrame(
        edges,
        i / 2,
        west - TOLERANCE,
        south - TOLERANCE,
        east + TOLERANCE,
        north + TOLERANCE,
      )
    )
      edgesNear.push(i);
  return edgesNear;
}

/**
 * Returns how two edges meet: not at all or at an end of both (`well`), as one edge with the areas on either side
 * (`shared`), or in any other way, even if only within the tolerance (`otherwise`).
 */
function meetingOf(
  edges: Float64Array,
  i: number,
  others: Float64Array,
  j: number,
): 'well' | 'shared' | 'otherwise' {
  const [ax, ay, bx, by] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
  const [cx, cy, dx, dy] = [others[j]!, others[j + 1]!, others[j + 2]!, others[j + 3]!];
  const [west, south] = [Math.min(ax, bx) - TOLERANCE, Math.min(ay, by) - TOLERANCE];
  const [east, north] = [Math.max(ax, bx) + TOLERANCE, Math.max(ay, by) + TOLERANCE];
  if (!segmentMeetsFrame(others, j / 2, west, south, east, north)) return 'well';
  const ac = ax === cx && ay === cy;
  const ad = ax === dx && ay === dy;
  const bc = bx === cx && by === cy;
  const bd = bx === dx && by === dy;
  if (ad && bc) return 'shared';
  const near = TOLERANCE ** 2;
  const touch =
    (!ac && !ad && distanceSquaredToEdge(ax, ay, cx, cy, dx, dy) <= near) ||
    (!bc && !bd && distanceSquaredToEdge(bx, by, cx, cy, dx, dy) <= near) ||
    (!ac && !bc && distanceSquaredToEdge(cx, cy, ax, ay, bx, by) <= near) ||
    (!ad && !bd && distanceSquaredToEdge(dx, dy, ax, ay, bx, by) <= near);
  if (touch || (ac && bd)) return 'otherwise';
  if (ac || ad || bc || bd) return 'well';
  const crosses =
    orient2d(ax, ay, bx, by, cx, cy) > 0 !== orient2d(ax, ay, bx, by, dx, dy) > 0 &&
    orient2d(cx, cy, dx, dy, ax, ay) > 0 !== orient2d(cx, cy, dx, dy, bx, by) > 0;
  return crosses ? 'otherwise' : 'well';
}

/** Returns whether the place is inside the outline (even-odd rule). */
function contains({ edges }: PreparedPolygons, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i < edges.length; i += 4)
    if (crossesRayEast(edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!, x, y)) inside = !inside;
  return inside;
}
