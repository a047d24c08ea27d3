import { type ProjectedExtent, type ProjectedGeometry } from './flat.ts';

/** Returns whether an area contains the whole box, so that none of its edges is seen there. */
export function containsBox(
  { kind, coordinates, ends, box: own }: ProjectedGeometry,
  box: ProjectedExtent,
): boolean {
  if (kind !== 'areas') return false;
  if (own[0] > box[0] || own[1] > box[1] || own[2] < box[2] || own[3] < box[3]) return false;
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  let inside = false;
  let start = 0;
  for (const end of ends) {
    for (let i = start, j = end - 2; i < end; j = i, i += 2) {
      const [ax, ay] = [coordinates[j]!, coordinates[j + 1]!];
      const [bx, by] = [coordinates[i]!, coordinates[i + 1]!];
      if (crosses(ax, ay, bx, by, box)) return false;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
    start = end;
  }
  return inside;
}

/** Whether a segment has a part in the box (Liang and Barsky). */
function crosses(ax: number, ay: number, bx: number, by: number, box: ProjectedExtent): boolean {
  if (Math.max(ax, bx) < box[0] || Math.min(ax, bx) > box[2]) return false;
  if (Math.max(ay, by) < box[1] || Math.min(ay, by) > box[3]) return false;
  const [dx, dy] = [bx - ax, by - ay];
  let [from, to] = [0, 1];
  for (const [towards, room] of [
    [-dx, ax - box[0]],
    [dx, box[2] - ax],
    [-dy, ay - box[1]],
    [dy, box[3] - ay],
  ] as const) {
    if (towards === 0) continue;
    if (towards < 0) from = Math.max(from, room / towards);
    else to = Math.min(to, room / towards);
  }
  return from <= to;
}
