import { orient2d } from 'robust-predicates';
import { awayFromEdge, meets } from './frames.ts';
import type { Rings } from './overlay.ts';
import { frameAround, framesMeet, liesEast, TOLERANCE, wound, type Frame } from './plane.ts';

/** Polygons prepared to be asked whether they are apart from others. */
export interface Outline {
  readonly frame: Frame;
  /** Of each edge the place it begins at and the one it ends at, the area on its left. */
  readonly edges: Float64Array;
}

export function outlineOf(polygons: readonly Rings[]): Outline {
  const rings = polygons.flatMap(wound);
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

/** Pairs of edges that are looked at: of more an overlay is no slower. */
const MOST = 4_096;

/**
 * Have polygons surely no area in common? So it is where outlines meet in nothing but vertices and edges that are the same
 * in both, as those of most neighbours do: that is told in far less time than an overlay takes. It says no where they meet
 * otherwise, though it be only within the tolerance.
 */
export function surelyApart(one: Outline, other: Outline): boolean {
  if (!framesMeet(one.frame, other.frame)) return true;
  const mine = edgesIn(one, other.frame);
  const theirs = edgesIn(other, one.frame);
  if (mine.length * theirs.length > MOST) return false;
  const shared = new Set<number>();
  const sharedOfOther = new Set<number>();
  for (const i of mine)
    for (const j of theirs) {
      const meeting = meetingOf(one.edges, i, other.edges, j);
      if (meeting === 'otherwise') return false;
      if (meeting !== 'shared') continue;
      shared.add(i);
      sharedOfOther.add(j);
    }
  // An edge that meets the other outline at its ends at most lies inside, or outside, as its middle does.
  const isWithin = (outline: Outline, edge: number, around: Outline): boolean =>
    holds(
      around,
      (outline.edges[edge]! + outline.edges[edge + 2]!) / 2,
      (outline.edges[edge + 1]! + outline.edges[edge + 3]!) / 2,
    );
  return !(
    mine.some((edge) => !shared.has(edge) && isWithin(one, edge, other)) ||
    theirs.some((edge) => !sharedOfOther.has(edge) && isWithin(other, edge, one))
  );
}

/** Where in its list those edges are whose own frame meets this one. */
function edgesIn({ edges }: Outline, [west, south, east, north]: Frame): number[] {
  const found: number[] = [];
  for (let i = 0; i < edges.length; i += 4)
    if (meets(edges, i / 2, west - TOLERANCE, south - TOLERANCE, east + TOLERANCE, north + TOLERANCE))
      found.push(i);
  return found;
}

/**
 * How two edges meet: not at all or at an end of both (`well`), as one edge with the areas on either side (`shared`), or
 * `otherwise`, though it be only within the tolerance.
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
  if (!meets(others, j / 2, west, south, east, north)) return 'well';
  const ac = ax === cx && ay === cy;
  const ad = ax === dx && ay === dy;
  const bc = bx === cx && by === cy;
  const bd = bx === dx && by === dy;
  if (ad && bc) return 'shared';
  const near = TOLERANCE ** 2;
  const touch =
    (!ac && !ad && awayFromEdge(ax, ay, cx, cy, dx, dy) <= near) ||
    (!bc && !bd && awayFromEdge(bx, by, cx, cy, dx, dy) <= near) ||
    (!ac && !bc && awayFromEdge(cx, cy, ax, ay, bx, by) <= near) ||
    (!ad && !bd && awayFromEdge(dx, dy, ax, ay, bx, by) <= near);
  if (touch || (ac && bd)) return 'otherwise';
  if (ac || ad || bc || bd) return 'well';
  const crosses =
    orient2d(ax, ay, bx, by, cx, cy) > 0 !== orient2d(ax, ay, bx, by, dx, dy) > 0 &&
    orient2d(cx, cy, dx, dy, ax, ay) > 0 !== orient2d(cx, cy, dx, dy, bx, by) > 0;
  return crosses ? 'otherwise' : 'well';
}

/** Is the place within the outline (even-odd)? */
function holds({ edges }: Outline, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i < edges.length; i += 4)
    if (liesEast(edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!, x, y)) inside = !inside;
  return inside;
}
