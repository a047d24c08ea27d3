import type { Extent } from './contract.ts';

/** Cells per axis. */
const CELLS = 2 ** 15;

/** Sorts items along a space-filling curve (Morton order): neighbours in the list are mostly neighbours in space. */
export function sortSpatially<T>(items: readonly T[], extentOf: (thing: T) => Extent): T[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const corners = items.map((thing) => {
    const extent = extentOf(thing);
    [west, south] = [Math.min(west, extent[0]), Math.min(south, extent[1])];
    [east, north] = [Math.max(east, extent[2]), Math.max(north, extent[3])];
    return extent;
  });
  const scale = (CELLS - 1) / Math.max(east - west, north - south, Number.MIN_VALUE);
  const keys = corners.map(
    ([x, y]) => spreadBits((x - west) * scale) | (spreadBits((y - south) * scale) << 1),
  );
  return [...items.keys()].sort((a, b) => keys[a]! - keys[b]!).map((i) => items[i]!);
}

/** Inserts a zero before each bit of a number below 2^15. */
function spreadBits(cells: number): number {
  let bits = Math.floor(cells);
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
