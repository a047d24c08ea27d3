import { MAX_LEVELS } from '#core/protocol';
import type { Spot, Tin } from './triangles.ts';

export interface Contour {
  height: number;
  /** Closed lines end where they begin. */
  line: Spot[];
}

/** Multiples of the interval within the heights of a surface; undefined for too many. */
export function levelsOf({ heights, triangles }: Tin, interval: number): number[] | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const vertex of triangles) {
    low = Math.min(low, heights[vertex]!);
    high = Math.max(high, heights[vertex]!);
  }
  const [first, last] = [Math.ceil(low / interval - 1e-9), Math.floor(high / interval + 1e-9)];
  if (!(interval > 0) || last - first >= MAX_LEVELS) return undefined;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * interval).toFixed(6)),
  );
}

/**
 * Contour lines at ascending heights, joined from triangle to triangle. A vertex at a height counts as above it.
 */
export function contours(tin: Tin, levels: readonly number[]): Contour[] {
  const passed = passedAt(tin, levels);
  return levels.flatMap((height, i) => linesAt(tin, height, passed[i]!));
}

/** By level, where the corners of the triangles begin that pass it. */
function passedAt({ heights, triangles }: Tin, levels: readonly number[]): number[][] {
  const passed = levels.map((): number[] => []);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [heights[triangles[t]!]!, heights[triangles[t + 1]!]!, heights[triangles[t + 2]!]!];
    const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
    for (let i = firstAbove(levels, low); i < levels.length && levels[i]! <= high; i++) passed[i]!.push(t);
  }
  return passed;
}

function firstAbove(levels: readonly number[], height: number): number {
  let [from, to] = [0, levels.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (levels[middle]! > height) to = middle;
    else from = middle + 1;
  }
  return from;
}

function linesAt({ places, heights, triangles }: Tin, level: number, passed: readonly number[]): Contour[] {
  // By the edge that it crosses: at most two triangles share one.
  const next = new Map<number, number[]>();
  const spots = new Map<number, Spot>();
  const cross = (a: number, b: number): number | undefined => {
    if (heights[a]! >= level === heights[b]! >= level) return undefined;
    const [v, w] = a < b ? [a, b] : [b, a];
    const key = v * heights.length + w;
    if (!spots.has(key)) {
      const share = (level - heights[v]!) / (heights[w]! - heights[v]!);
      const between = (i: number) => places[2 * v + i]! + share * (places[2 * w + i]! - places[2 * v + i]!);
      spots.set(key, [between(0), between(1), level]);
    }
    return key;
  };
  for (const t of passed) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const [from, to] = [cross(a, b), cross(b, c), cross(c, a)].filter((key) => key !== undefined);
    if (from === undefined || to === undefined) continue;
    next.set(from, [...(next.get(from) ?? []), to]);
    next.set(to, [...(next.get(to) ?? []), from]);
  }
  const lines: Contour[] = [];
  const isUsed = new Set<number>();
  const walk = (start: number) => {
    const line: Spot[] = [];
    let at: number | undefined = start;
    let last = start;
    while (at !== undefined) {
      isUsed.add(at);
      line.push(spots.get(at)!);
      last = at;
      at = next.get(at)!.find((other) => !isUsed.has(other));
    }
    if (line.length > 2 && next.get(start)!.length === 2 && next.get(last)!.includes(start))
      line.push(line[0]!);
    const isPoint = line.every(([x, y]) => Math.hypot(x - line[0]![0], y - line[0]![1]) < 1e-9);
    if (!isPoint) lines.push({ height: level, line });
  };
  // First those that end at the border.
  for (const [key, others] of next) if (others.length === 1 && !isUsed.has(key)) walk(key);
  for (const key of next.keys()) if (!isUsed.has(key)) walk(key);
  return lines;
}
