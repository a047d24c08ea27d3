import type { Box } from './flat.ts';

/**
 * Canvas paths have single precision and become inexact far from the origin, so shapes that reach far beyond the
 * canvas are clipped first. Coordinates are flat pixels. The frame is larger than the canvas, so that clipped edges
 * are not seen.
 */

/** Clips a closed ring to `frame` (Sutherland–Hodgman). Returns an empty array when nothing is left. */
export function clipRing(ring: readonly number[], frame: Box): number[] {
  let points: readonly number[] = ring;
  for (const side of [0, 1, 2, 3] as const) {
    points = cutSide(points, frame, side);
    if (points.length === 0) break;
  }
  return points as number[];
}

function cutSide(points: readonly number[], frame: Box, side: 0 | 1 | 2 | 3): number[] {
  const axis = side & 1;
  const limit = frame[side];
  const keepsBelow = side >= 2;
  const inside: number[] = [];
  const count = points.length;
  let previous = count - 2;
  for (let i = 0; i < count; i += 2) {
    const a = points[previous + axis]!;
    const b = points[i + axis]!;
    const aIn = keepsBelow ? a <= limit : a >= limit;
    const bIn = keepsBelow ? b <= limit : b >= limit;
    if (aIn !== bIn) {
      const share = (limit - a) / (b - a);
      const other =
        points[previous + 1 - axis]! + share * (points[i + 1 - axis]! - points[previous + 1 - axis]!);
      if (axis === 0) inside.push(limit, other);
      else inside.push(other, limit);
    }
    if (bIn) inside.push(points[i]!, points[i + 1]!);
    previous = i;
  }
  return inside;
}

/** Returns the parts of a line within `frame` (Liang–Barsky for each edge). */
export function clipLine(line: readonly number[], frame: Box): number[][] {
  const parts: number[][] = [];
  let part: number[] | undefined;
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const within = shareWithin(ax, ay, bx - ax, by - ay, frame);
    if (!within) {
      part = undefined;
      continue;
    }
    const [from, to] = within;
    if (!part || from > 0) parts.push((part = [ax + from * (bx - ax), ay + from * (by - ay)]));
    part.push(ax + to * (bx - ax), ay + to * (by - ay));
    if (to < 1) part = undefined;
  }
  return parts;
}

function shareWithin(x: number, y: number, dx: number, dy: number, frame: Box): [number, number] | undefined {
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x - frame[0]],
    [dx, frame[2] - x],
    [-dy, y - frame[1]],
    [dy, frame[3] - y],
  ] as const) {
    if (step === 0) {
      if (room < 0) return undefined;
      continue;
    }
    const share = room / step;
    if (step < 0) from = Math.max(from, share);
    else to = Math.min(to, share);
    if (from > to) return undefined;
  }
  return [from, to];
}
