import { cornersOf, doubleArea, nearIn, planeOf, type Place, type Triangle, type Tin } from './triangles.ts';

/** A place of a section: along the line, and of the surface there; metres. */
export interface SectionSpot {
  along: number;
  height: number;
}

/** Places that are nearer, metres, are one. */
const SAME = 1e-6;

/**
 * The heights of a surface along a line, wherever it crosses an edge, and at the corners of the line. A piece ends where the
 * line leaves the surface, and another begins where it enters it again.
 */
export function sectionOf(tin: Tin, line: readonly Place[]): SectionSpot[][] {
  const triangles = [...cornersOf(tin)];
  if (triangles.length === 0) return [];
  const near = nearIn(triangles);
  const crossed: [SectionSpot, SectionSpot][] = [];
  let start = 0;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const spotAt = (share: number, heightAt: ReturnType<typeof planeOf>): SectionSpot => {
      const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      return { along: start + share * length, height: heightAt(x, y) };
    };
    for (const triangle of near([from, to])) {
      const ends = crossingOf(triangle, from, to);
      if (!ends) continue;
      const heightAt = planeOf(triangle);
      crossed.push([spotAt(ends[0], heightAt), spotAt(ends[1], heightAt)]);
    }
    start += length;
  }
  return joined(crossed.sort(([a], [b]) => a.along - b.along));
}

/** The shares of a segment at which it enters and leaves a triangle, or begins and ends inside. */
function crossingOf(corners: Triangle, from: Place, to: Place): [number, number] | undefined {
  let [enters, leaves] = [0, 1];
  for (let i = 0; i < 3; i++) {
    const [p, q] = [corners[i]!, corners[(i + 1) % 3]!];
    const [a, b] = [doubleArea(p, q, from), doubleArea(p, q, to)];
    if (a < 0 && b < 0) return undefined;
    if (a >= 0 && b >= 0) continue;
    const share = a / (a - b);
    if (a < 0) enters = Math.max(enters, share);
    else leaves = Math.min(leaves, share);
  }
  return enters < leaves ? [enters, leaves] : undefined;
}

function joined(crossed: readonly (readonly [SectionSpot, SectionSpot])[]): SectionSpot[][] {
  const pieces: SectionSpot[][] = [];
  let end = -Infinity;
  for (const [enters, leaves] of crossed) {
    if (enters.along > end + SAME) pieces.push([]);
    const piece = pieces.at(-1)!;
    for (const spot of [enters, leaves]) {
      const last = piece.at(-1);
      if (!last || Math.abs(spot.along - last.along) > SAME || Math.abs(spot.height - last.height) > SAME)
        piece.push(spot);
    }
    end = Math.max(end, leaves.along);
  }
  return pieces;
}
