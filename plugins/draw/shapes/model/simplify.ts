import type { Pixel } from '#core/mapview';

/**
 * The points of a line that are needed for it to stay within `tolerance` pixels of all of them, after Douglas and
 * Peucker (1973). Answers their indices; the ends are always among them.
 */
export function simplified(points: readonly Pixel[], tolerance: number): number[] {
  if (points.length === 0) return [];
  const kept = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let farthest = -1;
    let most = tolerance;
    for (let i = from + 1; i < to; i++) {
      const away = distanceTo(points[i]!, points[from]!, points[to]!);
      if (away > most) [most, farthest] = [away, i];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    spans.push([from, farthest], [farthest, to]);
  }
  return [...kept].sort((a, b) => a - b);
}

/** From a point to a segment. */
function distanceTo([x, y]: Pixel, [ax, ay]: Pixel, [bx, by]: Pixel): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squares = dx * dx + dy * dy;
  const share = squares === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squares));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
