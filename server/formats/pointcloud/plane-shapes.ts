export type Flat = readonly (readonly [number, number])[];

export interface FlatBounds {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export function flatBounds(line: Flat): FlatBounds {
  const bounds = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const [x, y] of line) {
    bounds.minX = Math.min(bounds.minX, x);
    bounds.minY = Math.min(bounds.minY, y);
    bounds.maxX = Math.max(bounds.maxX, x);
    bounds.maxY = Math.max(bounds.maxY, y);
  }
  return bounds;
}

/** Even-odd rule; the ring need not be closed. */
export function inRing(ring: Flat, x: number, y: number): boolean {
  let inside = false;
  let [fromX, fromY] = ring[ring.length - 1]!;
  for (const [toX, toY] of ring) {
    if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) inside = !inside;
    [fromX, fromY] = [toX, toY];
  }
  return inside;
}

/** Place on a line nearest to a point: distance along the line, distance from it, and the signed offset to the left. */
export interface Along {
  chainage: number;
  distance: number;
  offset: number;
  /** Before the first vertex or behind the last. */
  beyond: boolean;
}

/** Finds the nearest place of a line; `lengths` are the distances of its vertices along it. */
export function nearestOnLine(line: Flat, lengths: readonly number[], x: number, y: number): Along {
  const best: Along = { chainage: 0, distance: Infinity, offset: 0, beyond: false };
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1]!;
    const [bx, by] = line[i]!;
    const length = lengths[i]! - lengths[i - 1]!;
    if (length === 0) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const along = (x - ax) * ux + (y - ay) * uy;
    const foot = Math.min(length, Math.max(0, along));
    const distance = Math.hypot(x - ax - ux * foot, y - ay - uy * foot);
    if (distance >= best.distance) continue;
    best.distance = distance;
    best.chainage = lengths[i - 1]! + foot;
    best.offset = ux * (y - ay) - uy * (x - ax);
    best.beyond = (i === 1 && along < 0) || (i === line.length - 1 && along > length);
  }
  return best;
}

export function lengthsOf(line: Flat): number[] {
  const lengths = [0];
  for (let i = 1; i < line.length; i++)
    lengths.push(lengths[i - 1]! + Math.hypot(line[i]![0] - line[i - 1]![0], line[i]![1] - line[i - 1]![1]));
  return lengths;
}

/** The place on a line at a distance along it, with the direction there. */
export function placeOnLine(line: Flat, lengths: readonly number[], chainage: number) {
  let i = 1;
  while (i < line.length - 1 && lengths[i]! < chainage) i++;
  const length = lengths[i]! - lengths[i - 1]!;
  const [ax, ay] = line[i - 1]!;
  const [bx, by] = line[i]!;
  const part = length === 0 ? 0 : (chainage - lengths[i - 1]!) / length;
  const direction: [number, number] = length === 0 ? [1, 0] : [(bx - ax) / length, (by - ay) / length];
  return { x: ax + (bx - ax) * part, y: ay + (by - ay) * part, direction };
}
