import type { Position } from '#core/protocol';
import { between, frameOf, keyOf, near, onEdge, samePlace, TOLERANCE, turn, type Flat } from './plane.ts';
import { Segments } from './segments.ts';
import { MOST_CROSSINGS, Unsplittable } from './split.ts';

/** A run of positions with those places marked at which it meets another one. */
export interface NodedRun {
  positions: Position[];
  /** By position: does something meet the run here? */
  node: boolean[];
  /** By position: was it put in for that? */
  added: boolean[];
}

/** One run that places are put into. */
class Noding {
  readonly #run: readonly Position[];
  readonly #vertices = new Set<number>();
  readonly #added = new Map<number, { share: number; at: Flat }[]>();

  constructor(run: readonly Position[]) {
    this.#run = run;
  }

  mark(vertex: number): void {
    this.#vertices.add(vertex);
  }

  /** `at` lies on the segment, or so near that it is told to; too near to one of its ends it would be none of its own. */
  add(segment: number, share: number, at: Flat): void {
    const [from, to] = [this.#run[segment]!, this.#run[segment + 1]!];
    if (samePlace(at, from)) return this.mark(segment);
    if (samePlace(at, to)) return this.mark(segment + 1);
    if (near(at, from) || near(at, to)) return;
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
        if (samePlace(at, result.positions.at(-1)!)) continue;
        const [, , height] = between(position, this.#run[i + 1]!, share);
        put(height === undefined ? [at[0], at[1]] : [at[0], at[1], height], true, true);
      }
    });
    return result;
  }
}

/**
 * Finds where runs and cuts meet, and where cuts meet themselves, and makes these places vertices of both. Nearer than
 * `TOLERANCE` is met: a cut's vertex moves onto the run, a cut's edge bends to a run's vertex; runs never move.
 * @throws Unsplittable 'too-many'
 */
export function nodeRuns(
  runs: readonly (readonly Position[])[],
  cuts: readonly (readonly Flat[])[],
  segments = new Segments(runs),
): { runs: NodedRun[]; cuts: Flat[][]; met: Set<string> } {
  const nodings = runs.map((run) => new Noding(run));
  const met = new Set<string>();
  const moved = cuts.map((cut) => withoutRepeats(cut.map((vertex) => onto(segments, nodings, met, vertex))));
  const cutNodings = moved.map((cut) => new Noding(cut as Position[]));
  const found = budget(MOST_CROSSINGS);
  const looked = budget(MOST_PAIRS);

  moved.forEach((cut, c) => {
    for (let i = 0; i + 1 < cut.length; i++) {
      const [p, q] = [cut[i]!, cut[i + 1]!];
      segments.each(frameOf(p, q, TOLERANCE), (run, segment) => {
        looked();
        const [a, b] = segments.ends(run, segment);
        const meets = [a, b].map((vertex, end) => {
          const { share, distance } = onEdge(vertex, p, q);
          if (distance > TOLERANCE) return false;
          found();
          nodings[run]!.mark(segment + end);
          met.add(keyOf(vertex));
          cutNodings[c]!.add(i, share, vertex);
          return true;
        });
        if (meets.includes(true) || touches(p, a, b) || touches(q, a, b)) return;
        const at = crossing(p, q, a, b);
        if (!at) return;
        found();
        met.add(keyOf(at));
        nodings[run]!.add(segment, onEdge(at, a, b).share, at);
        cutNodings[c]!.add(i, onEdge(at, p, q).share, at);
      });
    }
  });
  nodeCuts(moved, cutNodings, found, looked);
  return {
    runs: nodings.map((noding) => noding.result()),
    cuts: cutNodings.map((noding) => noding.result().positions),
    met,
  };
}

/** Pairs of edges near each other that are looked at: some seconds' work. */
const MOST_PAIRS = 20_000_000;

function budget(most: number): () => void {
  let left = most;
  return () => {
    if (left-- <= 0) throw new Unsplittable({ reason: 'too-many' });
  };
}

/** The cut's vertex, or the place of a run it is as good as on: a vertex before an edge. Every run there has it then. */
function onto(segments: Segments<Position>, nodings: Noding[], met: Set<string>, vertex: Flat): Flat {
  let corner: Flat | undefined;
  let edge: { at: Flat; distance: number } | undefined;
  segments.each(frameOf(vertex, vertex, TOLERANCE), (run, segment) => {
    const [a, b] = segments.ends(run, segment);
    corner ??= near(vertex, a) ? a : near(vertex, b) ? b : undefined;
    const { share, distance } = onEdge(vertex, a, b);
    if (distance <= TOLERANCE && (!edge || distance < edge.distance))
      edge = { at: between(a, b, share), distance };
  });
  const place = corner ?? edge?.at;
  if (!place) return vertex;
  const at: Flat = [place[0], place[1]];
  met.add(keyOf(at));
  segments.each(frameOf(at, at, TOLERANCE), (run, segment) => {
    const { share, distance } = onEdge(at, ...segments.ends(run, segment));
    if (distance <= TOLERANCE) nodings[run]!.add(segment, share, at);
  });
  return at;
}

/** Cuts among themselves: where they cross, and where a vertex of one lies on another. */
function nodeCuts(
  cuts: readonly (readonly Flat[])[],
  nodings: Noding[],
  found: () => void,
  looked: () => void,
): void {
  const segments = new Segments(cuts);
  cuts.forEach((cut, c) => {
    for (let i = 0; i + 1 < cut.length; i++) {
      const [p, q] = [cut[i]!, cut[i + 1]!];
      segments.each(frameOf(p, q, TOLERANCE), (other, segment) => {
        if (other === c && segment === i) return;
        looked();
        const [a, b] = segments.ends(other, segment);
        let touched = touches(p, a, b) || touches(q, a, b);
        for (const vertex of [a, b]) {
          if (samePlace(vertex, p) || samePlace(vertex, q)) continue;
          const { share, distance } = onEdge(vertex, p, q);
          if (distance > TOLERANCE) continue;
          touched = true;
          found();
          nodings[c]!.add(i, share, vertex);
        }
        // Each pair is seen from both sides: the place must be the same from both.
        const earlier = other < c || (other === c && segment < i);
        const at = touched ? undefined : earlier ? crossing(a, b, p, q) : crossing(p, q, a, b);
        if (!at) return;
        found();
        nodings[c]!.add(i, onEdge(at, p, q).share, at);
      });
    }
  });
}

function touches(vertex: Flat, a: Flat, b: Flat): boolean {
  return onEdge(vertex, a, b).distance <= TOLERANCE;
}

/** Where two edges cross, strictly within both. */
export function crossing(p: Flat, q: Flat, a: Flat, b: Flat): [number, number] | undefined {
  const [left, right] = [turn(p, q, a), turn(p, q, b)];
  if (left > 0 === right > 0 || left === 0 || right === 0) return undefined;
  const [before, after] = [turn(a, b, p), turn(a, b, q)];
  if (before > 0 === after > 0 || before === 0 || after === 0) return undefined;
  const share = before / (before - after);
  return [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
}

function withoutRepeats(cut: readonly Flat[]): Flat[] {
  return cut.filter((vertex, i) => i === 0 || !samePlace(vertex, cut[i - 1]!));
}
