import type { Position } from '#core/protocol';
import type { NodedRun } from './nodes.ts';
import { keyOf, type Flat } from './plane.ts';

/**
 * Heights of the places where cuts meet an outline and of the vertices between them: even along the way from one to
 * the next. Undefined where the outline has none. A cut that never meets it, a loop drawn inside, keeps its own height,
 * or has the mean one of the outline.
 */
export function heightsAlong(
  runs: readonly NodedRun[],
  noded: readonly (readonly Flat[])[],
  met: ReadonlySet<string>,
  given: readonly (readonly Position[])[],
): Map<string, number> | undefined {
  if (runs[0]!.positions[0]![2] === undefined) return undefined;
  const heights = new Map<string, number>();
  // Of many thousand vertices few are met: most are told by one number, without their key.
  const longitudes = new Set([...met].map((key) => Number(key.split(' ')[0])));
  for (const { positions, node } of runs)
    positions.forEach((position, i) => {
      if (node[i] || (longitudes.has(position[0]) && met.has(keyOf(position))))
        setOnce(heights, position, position[2]!);
    });
  const own = new Map(
    given.flat().flatMap((each) => (each[2] === undefined ? [] : [[keyOf(each), each[2]]])),
  );
  for (const cut of noded) {
    const known = cut.flatMap((vertex, i) => (met.has(keyOf(vertex)) ? [i] : []));
    if (known.length === 0) {
      const mean = meanHeight(runs[0]!.positions);
      for (const vertex of cut) setOnce(heights, vertex, own.get(keyOf(vertex)) ?? mean);
      continue;
    }
    const height = (i: number) => heights.get(keyOf(cut[i]!))!;
    for (const vertex of cut.slice(0, known[0])) setOnce(heights, vertex, height(known[0]!));
    for (const vertex of cut.slice(known.at(-1)! + 1)) setOnce(heights, vertex, height(known.at(-1)!));
    known
      .slice(1)
      .forEach((end, n) => between(heights, cut.slice(known[n], end + 1), height(known[n]!), height(end)));
  }
  return heights;
}

function between(heights: Map<string, number>, way: readonly Flat[], from: number, to: number): void {
  // A degree of longitude is as much shorter than one of latitude as the cosine says.
  const narrow = Math.cos((way[0]![1] * Math.PI) / 180);
  let along = 0;
  const lengths = way.map((vertex, i) => {
    const last = way[i - 1];
    return last ? (along += Math.hypot((vertex[0] - last[0]) * narrow, vertex[1] - last[1])) : 0;
  });
  way.forEach((vertex, i) => setOnce(heights, vertex, from + ((to - from) * lengths[i]!) / along));
}

function setOnce(heights: Map<string, number>, vertex: Flat, height: number): void {
  const key = keyOf(vertex);
  if (!heights.has(key)) heights.set(key, height);
}

function meanHeight(ring: readonly Position[]): number {
  return ring.slice(1).reduce((sum, [, , height]) => sum + height!, 0) / (ring.length - 1);
}
