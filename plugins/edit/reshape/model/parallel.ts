import { interpolate, nearestOnEdge } from '#core/shapes';
import type { LocalPoint } from './chart.ts';

/** Miter limit: corners whose tip would be farther away than this many distances are cut. */
const MITER = 4;

/**
 * Returns the line offset by `distance` metres: to the right, to the left if negative. Corners are sharp. Loops in
 * bends narrower than the distance are removed; undefined if that splits the line.
 */
export function parallel(line: readonly LocalPoint[], distance: number): LocalPoint[] | undefined {
  const clean = line.filter((point, i) => i === 0 || apart(point, line[i - 1]!) > 1e-6);
  if (clean.length < 2) return undefined;
  return withoutLoops(offsetEdges(clean, distance), clean, Math.abs(distance));
}

/** Returns each edge offset and intersected with the next, including loops. */
function offsetEdges(line: readonly LocalPoint[], distance: number): LocalPoint[] {
  const normals = line.slice(1).map((b, i): [number, number] => {
    const a = line[i]!;
    const length = apart(a, b);
    return [(b[1] - a[1]) / length, -(b[0] - a[0]) / length];
  });
  return line.flatMap((point, i): LocalPoint[] => {
    const [before, after] = [normals[i - 1] ?? normals[i]!, normals[i] ?? normals[i - 1]!];
    const square = (before[0] + after[0]) ** 2 + (before[1] + after[1]) ** 2;
    // The length of the bisector is 2 / |n + m| distances.
    if (square >= 4 / MITER ** 2) {
      const reach = (2 * distance) / square;
      return [shifted(point, (before[0] + after[0]) * reach, (before[1] + after[1]) * reach)];
    }
    return [before, after].map(([x, y]) => shifted(point, x * distance, y * distance));
  });
}

/**
 * Removes loops, which are nearer to the line than the distance: cuts where the line crosses itself, and returns the
 * rest if it is in one piece.
 */
function withoutLoops(
  raw: readonly LocalPoint[],
  line: readonly LocalPoint[],
  distance: number,
): LocalPoint[] | undefined {
  const cuts = raw.map((): number[] => []);
  for (let i = 0; i + 1 < raw.length; i++)
    for (let j = i + 2; j + 1 < raw.length; j++) {
      const shares = crossing(raw[i]!, raw[i + 1]!, raw[j]!, raw[j + 1]!);
      if (!shares) continue;
      cuts[i]!.push(shares[0]);
      cuts[j]!.push(shares[1]);
    }
  const points: LocalPoint[] = [];
  let torn = false;
  for (let i = 0; i + 1 < raw.length; i++) {
    const stops = [0, ...cuts[i]!.sort((a, b) => a - b), 1];
    for (let s = 0; s + 1 < stops.length; s++) {
      const [from, to] = [
        interpolate(raw[i]!, raw[i + 1]!, stops[s]!),
        interpolate(raw[i]!, raw[i + 1]!, stops[s + 1]!),
      ];
      if (apart(from, to) < 1e-9) continue;
      const middle = interpolate(from, to, 0.5);
      if (toLine(middle, line) < distance * (1 - 1e-6) - 1e-9) continue;
      const last = points.at(-1);
      if (last && apart(last, from) > 1e-5) torn = true;
      if (!last) points.push(from);
      points.push(to);
    }
  }
  return torn || points.length < 2 ? undefined : points;
}

function toLine(point: LocalPoint, line: readonly LocalPoint[]): number {
  let nearest = Infinity;
  for (let i = 0; i + 1 < line.length; i++)
    nearest = Math.min(nearest, nearestOnEdge(point, line[i]!, line[i + 1]!).distance);
  return nearest;
}

/** Returns the intersection of two edges as fractions of both. */
function crossing(a: LocalPoint, b: LocalPoint, c: LocalPoint, d: LocalPoint): [number, number] | undefined {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return undefined;
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross;
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross;
  return t > 0 && t < 1 && u > 0 && u < 1 ? [t, u] : undefined;
}

function apart(a: LocalPoint, b: LocalPoint): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function shifted([x, y, height]: LocalPoint, dx: number, dy: number): LocalPoint {
  return height === undefined ? [x + dx, y + dy] : [x + dx, y + dy, height];
}
