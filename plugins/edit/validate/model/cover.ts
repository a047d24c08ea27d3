import { extentOf, sortSpatially, extentsMeet, type Extent, type MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { areaShapeOf, polygonsOf, union, type Rings } from '#core/shapes';

/** Slits narrower than this are rounding artefacts. Metres. */
export const NOTHING = 1e-4;
/** Maximum number of areas united at once. */
const MAX_AREAS = 32;

/** An area and its extent. */
export interface AreaWithExtent {
  readonly rings: Rings;
  readonly extent: Extent;
}

/** Computes the union of many areas in steps. */
export function* coverOf(objects: Iterable<MapObject>): Generator<undefined, AreaWithExtent[]> {
  const areas: AreaWithExtent[] = [];
  for (const { location } of objects) {
    for (const rings of polygonsOf(location)) areas.push({ rings, extent: extentOfRing(rings[0]!) });
    yield undefined;
  }
  return yield* united(sortSpatially(areas, ({ extent }) => extent));
}

export function extentOfRing(coordinates: Position[]): Extent {
  return extentOf({ type: 'LineString', coordinates });
}

/** Unites two halves, then the parts that meet. Large parts no longer have inner borders, so no step takes long. */
function* united(areas: readonly AreaWithExtent[]): Generator<undefined, AreaWithExtent[]> {
  if (areas.length <= MAX_AREAS) {
    yield undefined;
    return joined(areas);
  }
  const middle = areas.length >> 1;
  const one = yield* united(areas.slice(0, middle));
  const other = yield* united(areas.slice(middle));
  const [seam, rest] = splitByExtent(one, around(other));
  const [otherSeam, otherRest] = splitByExtent(other, around(seam));
  yield undefined;
  return [...rest, ...otherRest, ...joined([...seam, ...otherSeam])];
}

function joined(areas: readonly AreaWithExtent[]): AreaWithExtent[] {
  return union(areas.map(({ rings }) => rings)).map((rings) => {
    // Narrow slits are rounding artefacts, and would only cost time.
    const valid = rings.filter((ring, i) => i === 0 || areaShapeOf([ring]).width >= NOTHING);
    return { rings: valid, extent: extentOfRing(valid[0]!) };
  });
}

function splitByExtent(
  areas: readonly AreaWithExtent[],
  frame: Extent | undefined,
): [AreaWithExtent[], AreaWithExtent[]] {
  const [inside, rest]: [AreaWithExtent[], AreaWithExtent[]] = [[], []];
  for (const each of areas) (frame && extentsMeet(each.extent, frame) ? inside : rest).push(each);
  return [inside, rest];
}

function around(areas: readonly AreaWithExtent[]): Extent | undefined {
  if (areas.length === 0) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { extent } of areas) {
    [west, south] = [Math.min(west, extent[0]), Math.min(south, extent[1])];
    [east, north] = [Math.max(east, extent[2]), Math.max(north, extent[3])];
  }
  return [west, south, east, north];
}
