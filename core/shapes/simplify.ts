import { nearestOnEdge, type PlanePosition } from './plane.ts';

/**
 * The vertices of a line that keep it within `tolerance` of all of them, by index, after Douglas and Peucker (1973). The
 * ends are among them.
 */
export function simplified(line: readonly PlanePosition[], tolerance: number): number[] {
  if (line.length === 0) return [];
  const remaining = new Set([0, line.length - 1]);
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let farthest = -1;
    let max = tolerance;
    for (let i = from + 1; i < to; i++) {
      const { distance } = nearestOnEdge(line[i]!, line[from]!, line[to]!);
      if (distance > max) [max, farthest] = [distance, i];
    }
    if (farthest < 0) continue;
    remaining.add(farthest);
    spans.push([from, farthest], [farthest, to]);
  }
  return [...remaining].sort((a, b) => a - b);
}

/**
 * The same of a closed ring, which is taken apart at its first vertex and the one farthest from it. Undefined where fewer
 * than three corners would be left.
 */
export function simplifiedRing(ring: readonly PlanePosition[], tolerance: number): number[] | undefined {
  const [first] = ring as [PlanePosition];
  let far = 0;
  let max = -1;
  ring.forEach((vertex, i) => {
    const distance = Math.hypot(vertex[0] - first[0], vertex[1] - first[1]);
    if (distance > max) [max, far] = [distance, i];
  });
  const one = simplified(ring.slice(0, far + 1), tolerance);
  const other = simplified(ring.slice(far), tolerance).map((i) => i + far);
  const indices = [...one, ...other.slice(1)];
  return indices.length < 4 ? undefined : indices;
}
