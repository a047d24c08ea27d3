import type { Position } from '#core/protocol';
import type { Crs, DatumOperation } from './crs-table.ts';
import { contains, operationAt } from './datum-shift.ts';
import type { GridInUse } from './grids.ts';

/** The transformation between a system and WGS84. */
export interface Operation {
  /**
   * `identity`: the system is on WGS84; `grid`: by a shift grid; `parameters`: by datum shift parameters; `ballpark`:
   * no transformation is known or the required grid is missing, so both datums are treated as the same.
   */
  readonly kind: 'identity' | 'grid' | 'parameters' | 'ballpark';
  /** Names in the EPSG register; several if the place decides and none was given, none if it has no name here. */
  readonly names: readonly string[];
  /** Metres; undefined if not stated, outside of the area of the operation, and for a ballpark. */
  readonly accuracy: number | undefined;
  /** The grids of the system, if the place lies in none of them. */
  readonly outside?: readonly string[];
}

/** Places along each side of an area at which the operations of a system are looked up. */
const SAMPLES_PER_SIDE = 9;

/**
 * Returns the operation between a system and WGS84, at a place (longitude and latitude) if it depends on the place.
 */
export function operationBetween(crs: Crs, grids: readonly GridInUse[], place?: Position): Operation {
  const inUse = place ? grids.filter(({ grid }) => grid.unshift(place[0], place[1])).slice(0, 1) : grids;
  if (inUse.length > 0)
    return {
      kind: 'grid',
      names: inUse.map(({ offer }) => offer.name),
      accuracy: Math.max(...inUse.map(({ offer }) => offer.accuracy)),
    };
  const otherwise = withoutGrids(crs, place);
  return grids.length > 0 ? { ...otherwise, outside: grids.map(({ offer }) => offer.name) } : otherwise;
}

function withoutGrids(crs: Crs, place: Position | undefined): Operation {
  const used = place ? [operationAt(crs.operations, place)] : operationsWithin(crs);
  const operations = used.filter((one) => one !== undefined);
  if (operations.length === 0) return { kind: 'identity', names: [], accuracy: 0 };
  const stated = operations.filter(({ name }) => name !== null);
  if (stated.length === 0) return { kind: 'ballpark', names: [], accuracy: undefined };
  return {
    kind: 'parameters',
    names: stated.flatMap(({ name }) => name || []),
    accuracy: worst(stated, place),
  };
}

/** The least accurate one counts. */
function worst(operations: readonly DatumOperation[], place: Position | undefined): number | undefined {
  const all = operations.map(({ accuracy, areas }) =>
    place && !areas.some((area) => contains(area, place)) ? null : accuracy,
  );
  return all.includes(null) ? undefined : Math.max(...(all as number[]));
}

/** Those that apply somewhere in the area of use of the system, the most frequent first. */
function operationsWithin({ operations, bounds }: Crs): readonly DatumOperation[] {
  if (operations.length < 2 || !bounds) return operations.slice(0, 1);
  const [west, south, east, north] = bounds;
  const wide = west <= east ? east - west : east - west + 360;
  const count = new Map<DatumOperation, number>();
  for (let i = 0; i <= SAMPLES_PER_SIDE; i++)
    for (let j = 0; j <= SAMPLES_PER_SIDE; j++) {
      const x = west + (wide * i) / SAMPLES_PER_SIDE;
      const one = operationAt(operations, [
        x > 180 ? x - 360 : x,
        south + ((north - south) * j) / SAMPLES_PER_SIDE,
      ])!;
      count.set(one, (count.get(one) ?? 0) + 1);
    }
  return [...count].sort((a, b) => b[1] - a[1]).map(([one]) => one);
}
