import type { Position } from '#core/protocol';
import {
  interpolate,
  frameOf,
  keyOf,
  isSamePlace,
  nearestOnEdge,
  isEqualPlace,
  TOLERANCE,
  turn,
  type PlanePosition,
} from './plane.ts';
import { SegmentIndex } from './segments.ts';
import { MAX_CROSSINGS, SplitError } from './split.ts';

/** A run of positions in which the places are marked where another one meets it. */
export interface NodedRun {
  positions: Position[];
  /** By position: whether something meets the run here. */
  node: boolean[];
  /** By position: whether it was inserted for that. */
  added: boolean[];
}

/** A run into which vertices are inserted. */
class Noding {
  readonly #run: readonly Position[];
  readonly #vertices = new Set<number>();
  readonly #added = new Map<number, { share: number; at: PlanePosition }[]>();

  constructor(run: readonly Position[]) {
    this.#run = run;
  }

  mark(vertex: number): void {
    this.#vertices.add(vertex);
  }

  /**
   * Inserts a vertex on a segment. `at` is on it within the tolerance; near an end of the segment nothing is
   * inserted.
   */
  add(segment: number, share: number, at: PlanePosition): void {
    const [from, to] = [this.#run[segment]!, this.#run[segment + 1]!];
    if (isEqualPlace(at, from)) return this.mark(segment);
    if (isEqualPlace(at, to)) return this.mark(segment + 1);
    if (isSamePlace(at, from) || isSamePlace(at, to)) return;
    const list = this.#added.get(segment) ?? [];
    list.push({ share, at });
    this.#added.set(segment, list);
  }

  result(): NodedRun {
    const result: NodedRun = { positions: [], node: [], added: [] };
    const put = (position: Position, node: boolean, added: boolean) => {
      result.positions.push(position);
      result.node.push(node);
      result.added.push(added);
    };
    this.#run.forEach((position, i) => {
      put(position, this.#vertices.has(i), false);
      const list = this.#added.get(i);
      if (!list) return;
      list.sort((a, b) => a.share - b.share);
      for (const { share, at } of list) {
        if (isEqualPlace(at, result.positions.at(-1)!)) continue;
        const [, , height] = interpolate(position, this.#run[i + 1]!, share);
        put(height === undefined ? [at[0], at[1]] : [at[0], at[1], height], true, true);
      }
    });
    return result;
  }
}

/**
 * Finds where runs and cuts meet, and where cuts meet each other, and makes these places vertices of both. Within
 * `TOLERANCE` they meet: a cut's vertex moves onto the run, a cut's edge bends to a run's vertex. Runs never move.
 * @throws SplitError 'too-many'
 */
export function nodeRuns(
  runs: readonly (readonly Position[])[],
  cuts: readonly (readonly PlanePosition[])[],
  segments = new SegmentIndex(runs),
): { runs: NodedRun[]; cuts: PlanePosition[][]; met: Set<string> } {
  const nodings = runs.map((run) => new Noding(run));
  const met = new Set<string>();
  const moved = cuts.map((cut) =>
    withoutRepeats(cut.map((vertex) => snapToRuns(segments, nodings, met, vertex))),
  );
  const cutNodings = moved.map((cut) => new Noding(cut as Position[]));
  const countCrossing = budget(MAX_CROSSINGS);
  const countPair = budget(MAX_PAIRS);

  moved.forEach((cut, c) => {
    for (let i = 0; i + 1 < cut.length; i++) {
      const [p, q] = [cut[i]!, cut[i + 1]!];
      segments.each(frameOf(p, q, TOLERANCE), (run, segment) => {
        countPair();
        const [a, b] = segments.ends(run, segment);
        const meets = [a, b].map((vertex, end) => {
          const { share, distance } = nearestOnEdge(vertex, p, q);
          if (distance > TOLERANCE) return false;
          countCrossing();
          nodings[run]!.mark(segment + end);
          met.add(keyOf(vertex));
          cutNodings[c]!.add(i, share, vertex);
          return true;
        });
        if (meets.includes(true) || touches(p, a, b) || touches(q, a, b)) return;
        const at = crossing(p, q, a, b);
        if (!at) return;
        countCrossing();
        met.add(keyOf(at));
        nodings[run]!.add(segment, nearestOnEdge(at, a, b).share, at);
        cutNodings[c]!.add(i, nearestOnEdge(at, p, q).share, at);
      });
    }
  });
  nodeCuts(moved, cutNodings, countCrossing, countPair);
  return {
    runs: nodings.map((noding) => noding.result()),
    cuts: cutNodings.map((noding) => noding.result().positions),
    met,
  };
}

/** Most pairs of nearby edges that are examined: some seconds of work. */
const MAX_PAIRS = 20_000_000;

function budget(max: number): () => void {
  let left = max;
  return () => {
    if (left-- <= 0) throw new SplitError({ reason: 'too-many' });
  };
}

/**
 * Returns the cut's vertex, moved onto a run within the tolerance: to a vertex rather than to an edge. Every run
 * there gets that vertex.
 */
function snapToRuns(
  segments: SegmentIndex<Position>,
  nodings: Noding[],
  met: Set<string>,
  vertex: PlanePosition,
): PlanePosition {
  let corner: PlanePosition | undefined;
  let edge: { at: PlanePosition; distance: number } | undefined;
  segments.each(frameOf(vertex, vertex, TOLERANCE), (run, segment) => {
    const [a, b] = segments.ends(run, segment);
    corner ??= isSamePlace(vertex, a) ? a : isSamePlace(vertex, b) ? b : undefined;
    const { share, distance } = nearestOnEdge(vertex, a, b);
    if (distance <= TOLERANCE && (!edge || distance < edge.distance))
      edge = { at: interpolate(a, b, share), distance };
  });
  const place = corner ?? edge?.at;
  if (!place) return vertex;
  const at: PlanePosition = [place[0], place[1]];
  met.add(keyOf(at));
  segments.each(frameOf(at, at, TOLERANCE), (run, segment) => {
    const { share, distance } = nearestOnEdge(at, ...segments.ends(run, segment));
    if (distance <= TOLERANCE) nodings[run]!.add(segment, share, at);
  });
  return at;
}

/** Marks where cuts cross each other, and where a vertex of one is on another. */
function nodeCuts(
  cuts: readonly (readonly PlanePosition[])[],
  nodings: Noding[],
  countCrossing: () => void,
  countPair: () => void,
): void {
  const segments = new SegmentIndex(cuts);
  cuts.forEach((cut, c) => {
    for (let i = 0; i + 1 < cut.length; i++) {
      const [p, q] = [cut[i]!, cut[i + 1]!];
      segments.each(frameOf(p, q, TOLERANCE), (other, segment) => {
        if (other === c && segment === i) return;
        countPair();
        const [a, b] = segments.ends(other, segment);
        let touched = touches(p, a, b) || touches(q, a, b);
        for (const vertex of [a, b]) {
          if (isEqualPlace(vertex, p) || isEqualPlace(vertex, q)) continue;
          const { share, distance } = nearestOnEdge(vertex, p, q);
          if (distance > TOLERANCE) continue;
          touched = true;
          countCrossing();
          nodings[c]!.add(i, share, vertex);
        }
        // Each pair is examined from both sides: both must give the same place.
        const earlier = other < c || (other === c && segment < i);
        const at = touched ? undefined : earlier ? crossing(a, b, p, q) : crossing(p, q, a, b);
        if (!at) return;
        countCrossing();
        nodings[c]!.add(i, nearestOnEdge(at, p, q).share, at);
      });
    }
  });
}

function touches(vertex: PlanePosition, a: PlanePosition, b: PlanePosition): boolean {
  return nearestOnEdge(vertex, a, b).distance <= TOLERANCE;
}

/** Returns where two edges cross, strictly inside both. */
export function crossing(
  p: PlanePosition,
  q: PlanePosition,
  a: PlanePosition,
  b: PlanePosition,
): [number, number] | undefined {
  const [left, right] = [turn(p, q, a), turn(p, q, b)];
  if (left > 0 === right > 0 || left === 0 || right === 0) return undefined;
  const [before, after] = [turn(a, b, p), turn(a, b, q)];
  if (before > 0 === after > 0 || before === 0 || after === 0) return undefined;
  const share = before / (before - after);
  return [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
}

function withoutRepeats(cut: readonly PlanePosition[]): PlanePosition[] {
  return cut.filter((vertex, i) => i === 0 || !isEqualPlace(vertex, cut[i - 1]!));
}
