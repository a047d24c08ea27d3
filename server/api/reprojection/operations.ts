import { contains, operationOf, type Operation } from '#core/geodesy';
import type { Position, ReprojectionResult } from '#core/protocol';
import { readyCrs } from '../../shared/crs/registered.ts';

type Extent = readonly [west: number, south: number, east: number, north: number];

/**
 * How coordinates within an extent came from one system to another through WGS 84. The errors of both steps add up;
 * null where one states none.
 */
export async function operationsBetween(
  from: string,
  to: string,
  extent: Extent | null,
): Promise<Pick<ReprojectionResult, 'steps' | 'accuracy'>> {
  if (from === to) return { steps: [], accuracy: 0 };
  const places = extent ? cornersAndMiddle(extent) : [];
  const operations: { crs: string; operation: Operation }[] = [];
  for (const crs of [from, to]) operations.push({ crs, operation: await operationWithin(crs, places) });
  const shifts = operations.filter(({ operation }) => operation.kind !== 'identity');
  return {
    steps: shifts.map(({ crs, operation: { kind, names, outside } }) => ({
      crs,
      kind,
      names: [...names],
      outside: outside && [...outside],
    })),
    accuracy: shifts.reduce<number | null>(
      (sum, { operation: { accuracy } }) => (sum === null || accuracy === undefined ? null : sum + accuracy),
      0,
    ),
  };
}

/** Systems in whose area of use not all of an extent lies. */
export async function outsideOf(codes: readonly string[], extent: Extent | null): Promise<string[]> {
  const outside: string[] = [];
  for (const code of new Set(codes)) {
    const bounds = (await readyCrs(code))?.bounds;
    const places = extent && bounds ? cornersAndMiddle(extent) : [];
    if (places.some((place) => !contains(bounds!, place))) outside.push(code);
  }
  return outside;
}

/** All operations of a system that are used at the places, as one: its accuracy is that of the worst. */
async function operationWithin(crs: string, places: readonly Position[]): Promise<Operation> {
  // A system without a code comes with the parameters that its file states.
  if (!(await readyCrs(crs))) return { kind: 'parameters', names: [], accuracy: undefined };
  const used = places.length > 0 ? places.map((place) => operationOf(crs, place)) : [operationOf(crs)];
  const rank = ['ballpark', 'parameters', 'grid', 'identity'] as const;
  const kind = rank.find((each) => used.some((operation) => operation.kind === each))!;
  const outside = [...new Set(used.flatMap((operation) => operation.outside ?? []))];
  return {
    kind,
    names: [...new Set(used.flatMap(({ names }) => names))],
    accuracy: used.some(({ accuracy }) => accuracy === undefined)
      ? undefined
      : Math.max(...used.map(({ accuracy }) => accuracy!)),
    ...(outside.length > 0 && { outside }),
  };
}

function cornersAndMiddle([west, south, east, north]: Extent): Position[] {
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  return [[west, south], [west, north], [east, south], [east, north], middle];
}
