import type { CloudRegion } from '#core/protocol';
import type { ProfilePlace } from './profile-window.ts';
import type { SectionLine } from './section-line.ts';

/** The slab around a line, `width` wide in all. */
export const corridorOf = (line: SectionLine, width: number): CloudRegion => ({
  kind: 'corridor',
  line: flat(line),
  width,
});

/** A line as the server takes it. */
export const flat = ({ vertices }: SectionLine): [number, number][] =>
  vertices.map(([x, y]): [number, number] => [x, y]);

/**
 * The regions of the points that a ring in the profile encloses, one a leg of the line: a prism at right angles to
 * the leg, as deep as the section is wide. Legs that the ring does not reach have none.
 */
export function regionsOf(line: SectionLine, width: number, ring: readonly ProfilePlace[]): CloudRegion[] {
  return line.vertices.slice(1).flatMap((to, i) => {
    const from = line.vertices[i]!;
    const start = line.chainages[i]!;
    const end = line.chainages[i + 1]!;
    const part = end > start ? between(ring, start, end) : [];
    if (part.length < 3) return [];
    return [prismOf(from, to, start, end - start, width, part)];
  });
}

function prismOf(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  start: number,
  length: number,
  width: number,
  part: readonly ProfilePlace[],
): CloudRegion {
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const chainages = part.map(({ chainage }) => chainage - start);
  const heights = part.map(({ height }) => height);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const [near, far] = [Math.min(...chainages), Math.max(...chainages)];
  // Half of the ring's extents, about its middle: what -1 to 1 stand for.
  const across = Math.max((far - near) / 2, 1e-6);
  const up = Math.max((high - low) / 2, 1e-6);
  const middle = (near + far) / 2;
  const level = (low + high) / 2;
  return {
    kind: 'lasso',
    origin: [ax + ux * middle, ay + uy * middle, level],
    // Column-major; w is always 1: no perspective.
    matrix: [ux / across, 0, 0, 0, uy / across, 0, 0, 0, 0, 1 / up, 0, 0, 0, 0, 0, 1],
    ring: part.map(({ height }, i) => [
      clamped((chainages[i]! - middle) / across),
      clamped((height - level) / up),
    ]),
    direction: [uy, -ux, 0],
    near: -width / 2,
    far: width / 2,
  };
}

const clamped = (value: number): number => Math.max(-1, Math.min(1, value));

/** The part of a ring between two chainages. */
function between(ring: readonly ProfilePlace[], start: number, end: number): ProfilePlace[] {
  const after = cut(ring, start, (chainage) => chainage >= start);
  return cut(after, end, (chainage) => chainage <= end);
}

function cut(
  ring: readonly ProfilePlace[],
  at: number,
  isKept: (chainage: number) => boolean,
): ProfilePlace[] {
  return ring.flatMap((place, i) => {
    const before = ring.at(i - 1)!;
    const crosses = isKept(place.chainage) !== isKept(before.chainage);
    const share = (at - before.chainage) / (place.chainage - before.chainage);
    const crossing = { chainage: at, height: before.height + share * (place.height - before.height) };
    return [...(crosses ? [crossing] : []), ...(isKept(place.chainage) ? [place] : [])];
  });
}

/** The ring of a slab: between two places, `thickness` above and below the line through them. */
export function slabRing(from: ProfilePlace, to: ProfilePlace, thickness: number): ProfilePlace[] {
  return [
    { chainage: from.chainage, height: from.height - thickness / 2 },
    { chainage: to.chainage, height: to.height - thickness / 2 },
    { chainage: to.chainage, height: to.height + thickness / 2 },
    { chainage: from.chainage, height: from.height + thickness / 2 },
  ];
}
