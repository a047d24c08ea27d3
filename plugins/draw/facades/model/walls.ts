import type { Position } from '#core/protocol';

/** A position with its height. */
export type PositionWithHeight = readonly [longitude: number, latitude: number, height: number];

/**
 * The vertical polygons over the segments of a line, as open rings: the base, then back at `height` metres above it.
 */
export function wallsOver(line: readonly PositionWithHeight[], height: number): Position[][] {
  const above = ([x, y, z]: PositionWithHeight): Position => [x, y, z + height];
  return line.slice(1).map((to, i) => {
    const from = line[i]!;
    return [[...from], [...to], above(to), above(from)];
  });
}
