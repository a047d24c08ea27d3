import type { PlanePosition } from './plane.ts';

/** Returns whether the frame of the segment that begins at a vertex meets the given frame. */
export function segmentMeetsFrame(
  xy: Float64Array,
  vertex: number,
  west: number,
  south: number,
  east: number,
  north: number,
): boolean {
  const ax = xy[2 * vertex]!;
  const bx = xy[2 * vertex + 2]!;
  if ((ax < west && bx < west) || (ax > east && bx > east)) return false;
  const ay = xy[2 * vertex + 1]!;
  const by = xy[2 * vertex + 3]!;
  return !((ay < south && by < south) || (ay > north && by > north));
}

export function widenFrame(
  frame: [number, number, number, number],
  frames: Float64Array,
  at: number,
  margin: number,
): void {
  frame[0] = Math.min(frame[0], frames[at]! - margin);
  frame[1] = Math.min(frame[1], frames[at + 1]! - margin);
  frame[2] = Math.max(frame[2], frames[at + 2]! + margin);
  frame[3] = Math.max(frame[3], frames[at + 3]! + margin);
}

/** Returns whether two of the frames, four numbers each, come within the margin. */
export function framesWithin(frames: Float64Array, one: number, other: number, margin: number): boolean {
  if (frames[one]! - margin > frames[other + 2]! || frames[one + 2]! + margin < frames[other]!) return false;
  return frames[one + 1]! - margin <= frames[other + 3]! && frames[one + 3]! + margin >= frames[other + 1]!;
}

/** Returns the squared distance of a place from one of the frames, four numbers each; 0 inside. */
export function distanceSquaredToFrame(frames: Float64Array, at: number, place: PlanePosition): number {
  const x = Math.max(frames[at]! - place[0], place[0] - frames[at + 2]!, 0);
  const y = Math.max(frames[at + 1]! - place[1], place[1] - frames[at + 3]!, 0);
  return x * x + y * y;
}

/** Returns the squared distance of a place from the edge a–b. */
export function distanceSquaredToEdge(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return (share * dx + ax - x) ** 2 + (share * dy + ay - y) ** 2;
}
