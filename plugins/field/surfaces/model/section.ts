import { cornersOf, type Spot, type Tin } from './tin.ts';

/** A place of a section: along the line, and of the surface there; metres. */
export interface SectionSpot {
  along: number;
  height: number;
}

/** The heights of a surface along a line, wherever it crosses an edge, and at the corners of the line. */
export function sectionOf(tin: Tin, line: readonly (readonly [number, number])[]): SectionSpot[] {
  const spots: SectionSpot[] = [];
  let start = 0;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    for (const corners of cornersOf(tin)) spots.push(...ofTriangle(corners, from, to, length, start));
    start += length;
  }
  spots.sort((a, b) => a.along - b.along);
  return spots.filter(
    ({ along, height }, i) =>
      i === 0 ||
      Math.abs(along - spots[i - 1]!.along) > 1e-6 ||
      Math.abs(height - spots[i - 1]!.height) > 1e-6,
  );
}

/** Where a segment enters and leaves a triangle; at its own ends where they are inside. */
function ofTriangle(
  corners: readonly [Spot, Spot, Spot],
  from: readonly [number, number],
  to: readonly [number, number],
  length: number,
  start: number,
): SectionSpot[] {
  if (length === 0) return [];
  let [enters, leaves] = [0, 1];
  for (let i = 0; i < 3; i++) {
    const [p, q] = [corners[i]!, corners[(i + 1) % 3]!];
    const side = (at: readonly [number, number]) =>
      (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]);
    const [a, b] = [side(from), side(to)];
    if (a < 0 && b < 0) return [];
    if (a >= 0 && b >= 0) continue;
    const share = a / (a - b);
    if (a < 0) enters = Math.max(enters, share);
    else leaves = Math.min(leaves, share);
  }
  if (enters >= leaves) return [];
  return [enters, leaves].map((share) => {
    const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    return { along: start + share * length, height: heightAt(corners, x, y) };
  });
}

function heightAt([a, b, c]: readonly [Spot, Spot, Spot], x: number, y: number): number {
  const double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / double;
  const v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / double;
  return a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
}
