import { extentOf, meets, type Extent, type MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { girthOf, polygonsOf, union, type Rings } from '#core/shapes';

/** A slit thinner than this is rounding. Metres. */
export const NOTHING = 1e-4;
/** So many areas are laid together at once. */
const HANDFUL = 32;
/** Cells of the order of place, each way. */
const CELLS = 2 ** 15;

/** One area and where it lies. */
export interface Placed {
  readonly rings: Rings;
  readonly extent: Extent;
}

/** The union of many areas, a step at a time. */
export function* coverOf(objects: Iterable<MapObject>): Generator<undefined, Placed[]> {
  const areas: Placed[] = [];
  for (const { location } of objects) {
    for (const rings of polygonsOf(location)) areas.push({ rings, extent: extentOfRing(rings[0]!) });
    yield undefined;
  }
  return yield* laidTogether(inOrderOfPlace(areas));
}

export function extentOfRing(coordinates: Position[]): Extent {
  return extentOf({ type: 'LineString', coordinates });
}

/** Along a curve that fills the plane (Morton): what follows each other lies together, mostly. */
function inOrderOfPlace(areas: readonly Placed[]): Placed[] {
  const frame = around(areas);
  if (!frame) return [];
  const [west, south, east, north] = frame;
  const scale = (CELLS - 1) / Math.max(east - west, north - south, Number.MIN_VALUE);
  const keys = areas.map(
    ({ extent }) => spread((extent[0] - west) * scale) | (spread((extent[1] - south) * scale) << 1),
  );
  return [...areas.keys()].sort((a, b) => keys[a]! - keys[b]!).map((i) => areas[i]!);
}

/** The bits of a number below 2^15, each with a nought before it. */
function spread(cells: number): number {
  let bits = Math.floor(cells);
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/**
 * Halves are laid together, and of these what meets. Inner borders are gone by the time that pieces are large, so no step
 * takes long.
 */
function* laidTogether(areas: readonly Placed[]): Generator<undefined, Placed[]> {
  if (areas.length <= HANDFUL) {
    yield undefined;
    return joined(areas);
  }
  const middle = areas.length >> 1;
  const one = yield* laidTogether(areas.slice(0, middle));
  const other = yield* laidTogether(areas.slice(middle));
  const [seam, rest] = metBy(one, around(other));
  const [otherSeam, otherRest] = metBy(other, around(seam));
  yield undefined;
  return [...rest, ...otherRest, ...joined([...seam, ...otherSeam])];
}

function joined(areas: readonly Placed[]): Placed[] {
  return union(areas.map(({ rings }) => rings)).map((rings) => {
    // Slits of rounding would be carried along for nothing.
    const kept = rings.filter((ring, i) => i === 0 || girthOf([ring]).width >= NOTHING);
    return { rings: kept, extent: extentOfRing(kept[0]!) };
  });
}

function metBy(areas: readonly Placed[], frame: Extent | undefined): [Placed[], Placed[]] {
  const [met, rest]: [Placed[], Placed[]] = [[], []];
  for (const each of areas) (frame && meets(each.extent, frame) ? met : rest).push(each);
  return [met, rest];
}

function around(areas: readonly Placed[]): Extent | undefined {
  if (areas.length === 0) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { extent } of areas) {
    [west, south] = [Math.min(west, extent[0]), Math.min(south, extent[1])];
    [east, north] = [Math.max(east, extent[2]), Math.max(north, extent[3])];
  }
  return [west, south, east, north];
}
