import type { Position } from '#core/protocol';
import type { NodedRun } from './nodes.ts';
import { keyOf, type PlanePosition } from './plane.ts';

/**
 * Returns the heights where cuts meet an outline, and of the vertices between, interpolated by length. Undefined when
 * the outline has no heights. A cut that never meets the outline (a loop drawn inside) keeps its own heights, or gets
 * the outline's mean height.
 */
export function heightsAlong(
  runs: readonly NodedRun[],
  noded: readonly (readonly PlanePosition[])[],
  met: ReadonlySet<string>,
  cuts: readonly (readonly Position[])[],
): Map<string, number> | undefined {
  if (runs[0]!.positions[0]![2] === undefined) return undefined;
  const heights = new Map<string, number>();
  // Few of many thousand vertices are met: comparing the longitude skips most of them without a key.
  const longitudes = new Set([...met].map((key) => Number(key.split(' ')[0])));
  for (const { positions, node } of runs)
    positions.forEach((position, i) => {
      if (node[i] || (longitudes.has(position[0]) && met.has(keyOf(position))))
        setOnce(heights, position, position[2]!);
    });
  const cutHeights = new Map(
    cuts.flat().flatMap((each) => (each[2] === undefined ? [] : [[keyOf(each), each[2]]])),
  );
  for (const cut of noded) {
    const metVertices = cut.flatMap((vertex, i) => (met.has(keyOf(vertex)) ? [i] : []));
    if (metVertices.length === 0) {
      const mean = meanHeight(runs[0]!.positions);
      for (const vertex of cut) setOnce(heights, vertex, cutHeights.get(keyOf(vertex)) ?? mean);
      continue;
    }
    const height = (i: number) => heights.get(keyOf(cut[i]!))!;
    for (const vertex of cut.slice(0, metVertices[0])) setOnce(heights, vertex, height(metVertices[0]!));
    for (const vertex of cut.slice(metVertices.at(-1)! + 1))
      setOnce(heights, vertex, height(metVertices.at(-1)!));
    metVertices
      .slice(1)
      .forEach((end, n) =>
        interpolate(heights, cut.slice(metVertices[n], end + 1), height(metVertices[n]!), height(end)),
      );
  }
  return heights;
}

function interpolate(
  heights: Map<string, number>,
  path: readonly PlanePosition[],
  from: number,
  to: number,
): void {
  // Degrees of longitude are shorter than those of latitude by the cosine.
  const longitudeScale = Math.cos((path[0]![1] * Math.PI) / 180);
  let along = 0;
  const lengths = path.map((vertex, i) => {
    const last = path[i - 1];
    return last ? (along += Math.hypot((vertex[0] - last[0]) * longitudeScale, vertex[1] - last[1])) : 0;
  });
  path.forEach((vertex, i) => setOnce(heights, vertex, from + ((to - from) * lengths[i]!) / along));
}

function setOnce(heights: Map<string, number>, vertex: PlanePosition, height: number): void {
  const key = keyOf(vertex);
  if (!heights.has(key)) heights.set(key, height);
}

function meanHeight(ring: readonly Position[]): number {
  return ring.slice(1).reduce((sum, [, , height]) => sum + height!, 0) / (ring.length - 1);
}
