import type { PlanePosition, PlaneExtent } from './plane.ts';

/** Lines and rings clipped to a frame. Coordinates are flat: x and y in turns, in the unit of the frame. */

/** Clips a closed ring to `frame` (Sutherland and Hodgman 1974). Returns an empty array when nothing is left. */
export function clipRing(ring: readonly number[], frame: PlaneExtent): number[] {
  let points: readonly number[] = ring;
  for (const side of [0, 2, 1, 3] as const) {
    points = cutSide(points, frame, side);
    if (points.length === 0) break;
  }
  return points as number[];
}

function cutSide(points: readonly number[], frame: PlaneExtent, side: 0 | 1 | 2 | 3): number[] {
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

/** Returns the parts of a line within `frame` (Liang and Barsky 1984 for each edge). */
export function clipLine(line: readonly number[], frame: PlaneExtent): number[][] {
  const parts: number[][] = [];
  let part: number[] | undefined;
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const within = sharesWithin([ax, ay], [bx, by], frame);
    if (!within) {
      part = undefined;
      continue;
    }
    const [from, to] = within;
    const [dx, dy] = [bx - ax, by - ay];
    const [x, y] = from === 0 ? [ax, ay] : [ax + from * dx, ay + from * dy];
    // A line that touches the frame from inside continues where it left it.
    if (part?.at(-2) !== x || part.at(-1) !== y) parts.push((part = [x, y]));
    if (to === 1) part.push(bx, by);
    else part.push(ax + to * dx, ay + to * dy);
  }
  return parts;
}

/** The shares of the way between which the edge a–b lies within `frame` (0 to 1); undefined where it does not meet it. */
export function sharesWithin(
  a: PlanePosition,
  b: PlanePosition,
  frame: PlaneExtent,
): readonly [from: number, to: number] | undefined {
  let [from, to] = [0, 1];
  for (const axis of [0, 1] as const) {
    const step = b[axis] - a[axis];
    const low = frame[axis] - a[axis];
    const high = frame[axis + 2]! - a[axis];
    if (step === 0) {
      if (low > 0 || high < 0) return undefined;
      continue;
    }
    const [first, last] = step > 0 ? [low / step, high / step] : [high / step, low / step];
    from = Math.max(from, first);
    to = Math.min(to, last);
    if (from > to) return undefined;
  }
  return [from, to];
}
