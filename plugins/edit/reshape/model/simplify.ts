import { toEdge, type Spot } from './chart.ts';

/** Which vertices of a line keep it within `tolerance` metres, after Douglas and Peucker (1973); the ends are among them. */
export function simplified(line: readonly Spot[], tolerance: number): number[] {
  const kept = new Set([0, line.length - 1]);
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let farthest = -1;
    let most = tolerance;
    for (let i = from + 1; i < to; i++) {
      const { away } = toEdge(line[i]!, line[from]!, line[to]!);
      if (away > most) [most, farthest] = [away, i];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    spans.push([from, farthest], [farthest, to]);
  }
  return [...kept].sort((a, b) => a - b);
}

/**
 * The same of a closed ring: taken apart at its first vertex and the one farthest from it. Never fewer than three corners:
 * undefined where the ring would not have as many.
 */
export function simplifiedRing(ring: readonly Spot[], tolerance: number): number[] | undefined {
  const [first] = ring as [Spot];
  let far = 0;
  let most = -1;
  ring.forEach((spot, i) => {
    const away = Math.hypot(spot[0] - first[0], spot[1] - first[1]);
    if (away > most) [most, far] = [away, i];
  });
  const one = simplified(ring.slice(0, far + 1), tolerance);
  const other = simplified(ring.slice(far), tolerance).map((i) => i + far);
  const kept = [...one, ...other.slice(1)];
  return kept.length < 4 ? undefined : kept;
}
