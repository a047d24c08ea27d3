import type { Geometry, Position } from '#core/protocol';
import { assemble } from './assemble.ts';
import { facesOf, type Edge } from './faces.ts';
import { heightsAlong } from './heights.ts';
import { nodeRuns, type NodedRun } from './nodes.ts';
import {
  doubleArea,
  frameAround,
  framesMeet,
  keyOf,
  planeArea,
  TOLERANCE,
  wayKey,
  wound,
  type Flat,
} from './plane.ts';
import { Segments } from './segments.ts';
import { splitting, Unsplittable, type Split, type SplitReason } from './split.ts';
import { crossesItself } from './valid.ts';

type Rings = Position[][];
export type PolygonPart = Extract<Geometry, { type: 'Polygon' }>;

/**
 * Divides a polygon, or several at once, along lines: every area that results is a part, also those the lines leave as
 * they are. Cuts may cross holes, each other and themselves. Heights of the outline stay; where a cut meets it, it gets
 * the height of the edge there; along a cut heights go evenly from one such place to the next, whatever the cut's own.
 */
export function splitPolygon(
  { coordinates, type }: Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>,
  cuts: readonly (readonly Position[])[],
): Split<PolygonPart> {
  return splitting(() => {
    const whole = type === 'Polygon' ? [coordinates] : coordinates;
    const outcomes = whole.map((rings) => divide(rings, cuts));
    if (!outcomes.some((outcome) => typeof outcome !== 'string')) {
      const reason = REASONS.find((each) => outcomes.includes(each))!;
      throw new Unsplittable({ reason });
    }
    return outcomes
      .flatMap((outcome, i) => (typeof outcome === 'string' ? [whole[i]!] : outcome))
      .map((rings) => ({ type: 'Polygon', coordinates: rings }));
  });
}

/** Of several parts that a cut does not divide, the one it came closest to dividing says why. */
const REASONS = ['ends-inside', 'touches', 'misses'] as const satisfies SplitReason[];
type Undivided = (typeof REASONS)[number];

function divide(rings: Rings, cuts: readonly (readonly Position[])[]): Rings[] | Undivided {
  const outline = wound(rings);
  const segments = new Segments(outline);
  const around = frameAround(outline[0]!);
  if (!cuts.some((cut) => framesMeet(frameAround(cut), around))) return 'misses';
  const at = crossesItself(outline, segments);
  if (at) throw new Unsplittable({ reason: 'crosses-itself', at });
  const noded = nodeRuns(outline, cuts, segments);
  const ways = inside(segments, noded.cuts, noded.met, keysOfEdges(noded.runs));
  if (ways.length === 0) return noded.met.size > 0 ? 'touches' : 'misses';

  const heights = heightsAlong(noded.runs, noded.cuts, noded.met, cuts);
  const raised = ([x, y]: Flat): Position => {
    const height = heights?.get(keyOf([x, y]));
    return height === undefined ? [x, y] : [x, y, height];
  };
  const edges: Edge[] = ways.map((way) => ({ path: way.map(raised), outline: false }));
  const untouched: Rings = [];
  for (const run of noded.runs) {
    const chains = chainsOf(run);
    if (chains.length === 0) untouched.push(run.positions);
    for (const path of chains) edges.push({ path, outline: true });
  }
  const { rings: faces, kept } = facesOf(edges);
  const needed = new Set([...kept].filter((edge) => !edge.outline).flatMap(({ path }) => path.map(keyOf)));
  const added = new Set(noded.runs.flatMap((run) => run.positions.filter((_, i) => run.added[i]).map(keyOf)));
  // What only dangled leaves no vertex behind.
  const needless = new Set([...added].filter((key) => !needed.has(key)));
  const clean = needless.size === 0 ? faces : faces.map((ring) => withoutVertices(ring, needless));
  const parts = assemble([...clean, ...untouched]);
  if (parts.length < 2) return 'ends-inside';
  const [sum, area] = [parts.reduce((all, part) => all + planeArea(part), 0), planeArea(rings)];
  if (Math.abs(sum - area) > 1e-9 * area + TOLERANCE ** 2) throw new Unsplittable({ reason: 'too-fine' });
  return original(parts, rings[0]!);
}

/** The edges of the cuts that lie within the polygon, each once; those that run on its outline divide nothing. */
function inside(
  segments: Segments<Position>,
  cuts: readonly Flat[][],
  met: ReadonlySet<string>,
  outline: ReadonlySet<string>,
): [Flat, Flat][] {
  const ways: [Flat, Flat][] = [];
  const seen = new Set(outline);
  for (const cut of cuts) {
    // Between two places on the outline a cut is inside or outside all the way.
    let within: boolean | undefined;
    for (let i = 0; i + 1 < cut.length; i++) {
      const [a, b] = [cut[i]!, cut[i + 1]!];
      if (met.has(keyOf(a))) within = undefined;
      const key = wayKey(a, b);
      if (outline.has(key)) continue;
      within ??= segments.contains([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      if (!within || seen.has(key)) continue;
      seen.add(key);
      ways.push([a, b]);
    }
  }
  return ways;
}

/** Edges of the outline with a node at both ends: a cut may run on these. */
function keysOfEdges(runs: readonly NodedRun[]): Set<string> {
  const keys = new Set<string>();
  for (const { positions, node } of runs) {
    const marked = (i: number) =>
      node[i] || (i === positions.length - 1 && node[0]) || (i === 0 && node.at(-1));
    for (let i = 0; i + 1 < positions.length; i++)
      if (marked(i) && marked(i + 1)) keys.add(wayKey(positions[i]!, positions[i + 1]!));
  }
  return keys;
}

/** A ring taken apart at its nodes; nothing where it has none. */
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

function withoutVertices(ring: Position[], needless: ReadonlySet<string>): Position[] {
  const kept = ring.slice(0, -1).filter((position) => !needless.has(keyOf(position)));
  return [...kept, kept[0]!];
}

/** Rings run as they did: a polygon drawn clockwise keeps its sense. Parts from the largest to the smallest. */
function original(parts: Rings[], outer: readonly Position[]): Rings[] {
  const measured = parts.map((rings) => ({ rings, area: planeArea(rings) }));
  const sorted = measured.sort((a, b) => b.area - a.area).map(({ rings }) => rings);
  if (doubleArea(outer) >= 0) return sorted;
  return sorted.map((rings) => rings.map((ring) => ring.toReversed()));
}
