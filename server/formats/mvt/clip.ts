import { BUFFER, EXTENT } from './grid.ts';

/** Positions of a line or ring, x and y alternating. */
export type Run = number[];

/** The tile with its buffer, on both axes. */
export const LOW = -BUFFER;
export const HIGH = EXTENT + BUFFER;

/** The parts of a line inside the tile's buffer. Liang, Y.-D., Barsky, B. A. (1984). */
export function clipLine(line: Run): Run[] {
  const parts: Run[] = [];
  let part: Run = [];
  for (let i = 2; i < line.length; i += 2) {
    const inside = clipSegment(line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!);
    if (!inside) {
      if (part.length > 0) parts.push(part);
      part = [];
      continue;
    }
    const [x0, y0, x1, y1] = inside;
    const joined = part.length > 0 && part.at(-2) === x0 && part.at(-1) === y0;
    if (part.length > 0 && !joined) {
      parts.push(part);
      part = [];
    }
    if (part.length === 0) part.push(x0, y0);
    part.push(x1, y1);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

function clipSegment(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): [number, number, number, number] | undefined {
  const [dx, dy] = [x1 - x0, y1 - y0];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x0 - LOW],
    [dx, HIGH - x0],
    [-dy, y0 - LOW],
    [dy, HIGH - y0],
  ] as const) {
    if (step === 0) {
      if (room < 0) return undefined;
      continue;
    }
    const at = room / step;
    if (step < 0) from = Math.max(from, at);
    else to = Math.min(to, at);
  }
  if (from > to) return undefined;
  return [
    from === 0 ? x0 : x0 + from * dx,
    from === 0 ? y0 : y0 + from * dy,
    to === 1 ? x1 : x0 + to * dx,
    to === 1 ? y1 : y0 + to * dy,
  ];
}

/** Clips a ring (without its repeated last position) to the tile's buffer. Sutherland, I., Hodgman, G. (1974). */
export function clipRing(ring: Run): Run {
  let run = ring;
  for (const axis of [0, 1] as const)
    for (const [bound, side] of [
      [LOW, 1],
      [HIGH, -1],
    ] as const)
      run = clipHalf(run, axis, bound, side);
  return run;
}

function clipHalf(run: Run, axis: 0 | 1, bound: number, side: 1 | -1): Run {
  const kept: Run = [];
  const { length } = run;
  for (let i = 0; i < length; i += 2) {
    const before = i === 0 ? length - 2 : i - 2;
    const here = (run[i + axis]! - bound) * side >= 0;
    const there = (run[before + axis]! - bound) * side >= 0;
    if (here !== there) {
      const t = (bound - run[before + axis]!) / (run[i + axis]! - run[before + axis]!);
      const other = run[before + 1 - axis]! + t * (run[i + 1 - axis]! - run[before + 1 - axis]!);
      if (axis === 0) kept.push(bound, other);
      else kept.push(other, bound);
    }
    if (here) kept.push(run[i]!, run[i + 1]!);
  }
  return kept;
}
