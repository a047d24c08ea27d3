import type { ClipBox, ClipPolygon, ClipSlab, CloudCoordinates } from '#plugins/cloud/point-cloud/api';

type Plan = readonly [number, number];

/** What of a clip is not its name. */
export type ClipShape =
  | Omit<ClipBox, 'id' | 'name'>
  | Omit<ClipPolygon, 'id' | 'name'>
  | Omit<ClipSlab, 'id' | 'name'>;

/** Stands for no limit of height. */
export const OPEN = 1e9;
/** The least side of a box, units of the CRS. */
export const LEAST = 0.001;

/**
 * An upright box between two opposite corners; with a third place, along the side from the first to the second, as deep
 * as the third is away from it. Undefined where it would have no area.
 */
export function boxThrough(
  places: readonly CloudCoordinates[],
  heights: readonly [number, number],
): Extract<ClipShape, { kind: 'box' }> | undefined {
  const [a, b, c] = places;
  if (!a || !b) return undefined;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const up = { centre: (heights[0] + heights[1]) / 2, size: Math.max(LEAST, heights[1] - heights[0]) };
  if (!c) {
    if (Math.min(Math.abs(dx), Math.abs(dy)) < LEAST) return undefined;
    return {
      kind: 'box',
      center: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, up.centre],
      size: [Math.abs(dx), Math.abs(dy), up.size],
      turn: [0, 0, 0],
    };
  }
  const length = Math.hypot(dx, dy);
  if (length < LEAST) return undefined;
  // To the left of the side.
  const [left, ahead] = [-dy / length, dx / length];
  const depth = (c[0] - a[0]) * left + (c[1] - a[1]) * ahead;
  if (Math.abs(depth) < LEAST) return undefined;
  return {
    kind: 'box',
    center: [(a[0] + b[0]) / 2 + (left * depth) / 2, (a[1] + b[1]) / 2 + (ahead * depth) / 2, up.centre],
    size: [length, Math.abs(depth), up.size],
    turn: [(Math.atan2(dy, dx) * 180) / Math.PI, 0, 0],
  };
}

/** The slab beside it, so many widths to the far side of its line as seen in the section; negative: to the near side. */
export function steppedSlab<S extends Pick<ClipSlab, 'from' | 'to' | 'width'>>(slab: S, steps: number): S {
  const { from, to, width } = slab;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const moved = ([x, y]: Plan): Plan => [
    x - (dy / length) * width * steps,
    y + (dx / length) * width * steps,
  ];
  return { ...slab, from: moved(from), to: moved(to) };
}
