import type { Geometry, Position } from '#core/protocol';
import { assemble } from './assemble.ts';
import { facesOf, type FaceEdge } from './faces.ts';
import { heightsAlong } from './cut-heights.ts';
import { nodeRuns, type NodedRun } from './nodes.ts';
import type { Rings } from './overlay.ts';
import {
  doubleArea,
  frameAround,
  framesMeet,
  keyOf,
  planeArea,
  TOLERANCE,
  edgeKey,
  windRings,
  type PlanePosition,
} from './plane.ts';
import { SegmentIndex } from './segments.ts';
import { trySplit, SplitError, type Split, type SplitReason } from './split.ts';
import { crossesItself } from './valid.ts';

export type PolygonPart = Extract<Geometry, { type: 'Polygon' }>;

/**
 * Divides a polygon, or several at once, along lines. Every resulting area is a part, also those that the lines leave
 * unchanged. Cuts may cross holes, each other and themselves. Heights of the outline stay; where a cut meets it, the
 * vertex gets the height of the edge there; along a cut heights are interpolated, whatever the cut's own.
 */
export function splitPolygon(
  { coordinates, type }: Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>,
  cuts: readonly (readonly Position[])[],
): Split<PolygonPart> {
  return trySplit(() => {
    const whole = type === 'Polygon' ? [coordinates] : coordinates;
    const outcomes = whole.map((rings) => divide(rings, cuts));
    if (!outcomes.some((outcome) => typeof outcome !== 'string')) {
      const reason = REASONS.find((each) => outcomes.includes(each))!;
      throw new SplitError({ reason });
    }
    return outcomes
      .flatMap((outcome, i) => (typeof outcome === 'string' ? [whole[i]!] : outcome))
      .map((rings) => ({ type: 'Polygon', coordinates: rings }));
  });
}

/** When no part is divided, the reason of the part that was nearest to being divided is given. */
const REASONS = ['ends-inside', 'touches', 'misses'] as const satisfies SplitReason[];
type Undivided = (typeof REASONS)[number];

function divide(rings: Rings, cuts: readonly (readonly Position[])[]): Rings[] | Undivided {
  const outline = windRings(rings);
  const segments = new SegmentIndex(outline);
  const around = frameAround(outline[0]!);
  if (!cuts.some((cut) => framesMeet(frameAround(cut), around))) return 'misses';
  const at = crossesItself(outline, segments);
  if (at) throw new SplitError({ reason: 'crosses-itself', at });
  const noded = nodeRuns(outline, cuts, segments);
  const inner = edgesInside(segments, noded.cuts, noded.met, keysOfEdges(noded.runs));
  if (inner.length === 0) return noded.met.size > 0 ? 'touches' : 'misses';

  const heights = heightsAlong(noded.runs, noded.cuts, noded.met, cuts);
  const withHeight = ([x, y]: PlanePosition): Position => {
    const height = heights?.get(keyOf([x, y]));
    return height === undefined ? [x, y] : [x, y, height];
  };
  const edges: FaceEdge[] = inner.map((way) => ({ path: way.map(withHeight), outline: false }));
  const untouched: Rings = [];
  for (const run of noded.runs) {
    const chains = chainsOf(run);
    if (chains.length === 0) untouched.push(run.positions);
    for (const path of chains) edges.push({ path, outline: true });
  }
  const { rings: faces, remaining: remainingEdges } = facesOf(edges);
  const needed = new Set(
    [...remainingEdges].filter((edge) => !edge.outline).flatMap(({ path }) => path.map(keyOf)),
  );
  const added = new Set(noded.runs.flatMap((run) => run.positions.filter((_, i) => run.added[i]).map(keyOf)));
  // A dangling cut leaves no vertex.
  const unneeded = new Set([...added].filter((key) => !needed.has(key)));
  const clean = unneeded.size === 0 ? faces : faces.map((ring) => withoutVertices(ring, unneeded));
  const parts = assemble([...clean, ...untouched]);
  if (parts.length < 2) return 'ends-inside';
  const [sum, area] = [parts.reduce((all, part) => all + planeArea(part), 0), planeArea(rings)];
  if (Math.abs(sum - area) > 1e-9 * area + TOLERANCE ** 2) throw new SplitError({ reason: 'too-fine' });
  return restoreOrder(parts, rings[0]!);
}

/** Returns the edges of the cuts inside the polygon, each once. Edges on the outline divide nothing. */
function edgesInside(
  segments: SegmentIndex<Position>,
  cuts: readonly PlanePosition[][],
  met: ReadonlySet<string>,
  outline: ReadonlySet<string>,
): [PlanePosition, PlanePosition][] {
  const edges: [PlanePosition, PlanePosition][] = [];
  const seen = new Set(outline);
  for (const cut of cuts) {
    // Between two places on the outline a cut is entirely inside or outside.
    let isInside: boolean | undefined;
    for (let i = 0; i + 1 < cut.length; i++) {
      const [a, b] = [cut[i]!, cut[i + 1]!];
      if (met.has(keyOf(a))) isInside = undefined;
      const key = edgeKey(a, b);
      if (outline.has(key)) continue;
      isInside ??= segments.contains([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      if (!isInside || seen.has(key)) continue;
      seen.add(key);
      edges.push([a, b]);
    }
  }
  return edges;
}

/** Returns the edges of the outline with a node at both ends: a cut may run along these. */
function keysOfEdges(runs: readonly NodedRun[]): Set<string> {
  const keys = new Set<string>();
  for (const { positions, node } of runs) {
    const marked = (i: number) =>
      node[i] || (i === positions.length - 1 && node[0]) || (i === 0 && node.at(-1));
    for (let i = 0; i + 1 < positions.length; i++)
      if (marked(i) && marked(i + 1)) keys.add(edgeKey(positions[i]!, positions[i + 1]!));
  }
  return keys;
}

/** Splits a ring at its nodes; empty when it has none. */
function chainsOf({ positions, node }: NodedRun): Position[][] {
  const ring = positions.slice(0, -1);
  const marked = ring.map((_, i) => node[i] || (i === 0 && node.at(-1) === true));
  const first = marked.indexOf(true);
  if (first < 0) return [];
  const chains: Position[][] = [];
  let chain: Position[] = [ring[first]!];
  for (let step = 1; step <= ring.length; step++) {
    const i = (first + step) % ring.length;
    chain.push(ring[i]!);
    if (!marked[i]) continue;
    chains.push(chain);
    chain = [ring[i]!];
  }
  return chains;
}

function withoutVertices(ring: Position[], unneeded: ReadonlySet<string>): Position[] {
  const remaining = ring.slice(0, -1).filter((position) => !unneeded.has(keyOf(position)));
  return [...remaining, remaining[0]!];
}

/** Returns the parts from largest to smallest, in the polygon's original winding order. */
function restoreOrder(parts: Rings[], outer: readonly Position[]): Rings[] {
  const measured = parts.map((rings) => ({ rings, area: planeArea(rings) }));
  const sorted = measured.sort((a, b) => b.area - a.area).map(({ rings }) => rings);
  if (doubleArea(outer) >= 0) return sorted;
  return sorted.map((rings) => rings.map((ring) => ring.toReversed()));
}
