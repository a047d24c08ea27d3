import type { Geometry, Position } from '#core/protocol';
import { nodeRuns } from './nodes.ts';
import { doubleArea, keyOf, type PlanePosition } from './plane.ts';
import { trySplit, SplitError } from './split.ts';
import { crossesItself } from './valid.ts';

export type Reshapable = Extract<
  Geometry,
  { type: 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon' }
>;
/** `misses`: path and outline meet at fewer than two places. */
export type ReshapeReason = 'misses' | 'crosses-itself' | 'too-many';

/**
 * Replaces the section of a line or outline between the first and the last place where a drawn path meets it with
 * that path. Of the two possible outlines the larger one is taken: a path outside adds, one inside removes. Of
 * several runs the first that the path meets twice is changed. The path's vertices keep their heights, or get
 * interpolated ones; none when the outline has none.
 */
export function reshapeAlong(
  geometry: Reshapable,
  path: readonly Position[],
): { location: Reshapable } | { refused: ReshapeReason } {
  const outcome = trySplit(() => [reshape(geometry, path)]);
  if ('refused' in outcome) return { refused: outcome.refused.reason as ReshapeReason };
  const [location] = outcome.parts as [Reshapable];
  return outlinesOf(location).some((rings) => crossesItself(rings)) || hasDegenerateRing(location)
    ? { refused: 'crosses-itself' }
    : { location };
}

function reshape(geometry: Reshapable, path: readonly Position[]): Reshapable {
  let done = false;
  const run = (positions: Position[], closed: boolean): Position[] => {
    const changed = done ? undefined : replaceSection(positions, closed, path);
    if (changed) done = true;
    return changed ?? positions;
  };
  const result = ((): Reshapable => {
    switch (geometry.type) {
      case 'LineString':
        return { type: 'LineString', coordinates: run(geometry.coordinates, false) };
      case 'MultiLineString':
        return { type: 'MultiLineString', coordinates: geometry.coordinates.map((line) => run(line, false)) };
      case 'Polygon':
        return { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => run(ring, true)) };
      case 'MultiPolygon':
        return {
          type: 'MultiPolygon',
          coordinates: geometry.coordinates.map((rings) => rings.map((ring) => run(ring, true))),
        };
    }
  })();
  if (!done) throw new SplitError({ reason: 'misses' });
  return result;
}

function replaceSection(
  run: readonly Position[],
  closed: boolean,
  path: readonly Position[],
): Position[] | undefined {
  const { runs, cuts, met } = nodeRuns([run], [path]);
  const cut = cuts[0]!;
  const places = [...cut.keys()].filter((i) => met.has(keyOf(cut[i]!)));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [keyOf(cut[first]!), keyOf(cut[last]!)];
  if (from === to) return undefined;
  const outline = runs[0]!.positions;
  const needless = new Set(outline.filter((_, i) => runs[0]!.added[i]).map(keyOf));
  const withoutAdded = (positions: readonly Position[]) =>
    positions.filter((each) => !needless.has(keyOf(each)));
  const at = (key: string) => outline.findIndex((position) => keyOf(position) === key);
  const [p, q] = [at(from), at(to)];
  const ownHeights = new Map(path.map((each) => [keyOf(each), each[2]]));
  const section = withHeights(cut.slice(first, last + 1), ownHeights, outline[p]!, outline[q]!);
  if (!closed) {
    const [start, end, between] = p < q ? [p, q, section] : [q, p, section.toReversed()];
    return [...withoutAdded(outline.slice(0, start)), ...between, ...withoutAdded(outline.slice(end + 1))];
  }
  const ring = outline.slice(0, -1);
  const arc = (a: number, b: number) =>
    a < b ? ring.slice(a + 1, b) : [...ring.slice(a + 1), ...ring.slice(0, b)];
  const inner = new Set(section.slice(1, -1).map(keyOf));
  const [larger] = [
    { arc: arc(q, p), section },
    { arc: arc(p, q), section: section.toReversed() },
  ]
    .map((one) => ({ ...one, ring: [...one.section, ...withoutAdded(one.arc), one.section[0]!] }))
    .sort((a, b) => Math.abs(doubleArea(b.ring)) - Math.abs(doubleArea(a.ring)));
  // Where the path returns to the remaining arc, the outline would touch or cross itself.
  if (larger!.arc.some((each) => inner.has(keyOf(each)))) throw new SplitError({ reason: 'crosses-itself' });
  const { ring: after } = larger!;
  // Keeps the winding order.
  return doubleArea(after) > 0 === doubleArea(run) > 0 ? after : after.toReversed();
}

function withHeights(
  path: readonly PlanePosition[],
  own: ReadonlyMap<string, number | undefined>,
  from: Position,
  to: Position,
): Position[] {
  const [low, high] = [from[2], to[2]];
  const lengths = [0];
  for (let i = 1; i < path.length; i++)
    lengths.push(lengths[i - 1]! + Math.hypot(path[i]![0] - path[i - 1]![0], path[i]![1] - path[i - 1]![1]));
  return path.map((vertex, i): Position => {
    if (i === 0) return from;
    if (i === path.length - 1) return to;
    if (low === undefined || high === undefined) return [vertex[0], vertex[1]];
    const interpolated = low + ((high - low) * lengths[i]!) / lengths.at(-1)!;
    return [vertex[0], vertex[1], own.get(keyOf(vertex)) ?? interpolated];
  });
}

function outlinesOf(geometry: Reshapable): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** Returns whether a ring has fewer than three corners. */
function hasDegenerateRing(geometry: Reshapable): boolean {
  return outlinesOf(geometry).some((rings) => rings.some((ring) => ring.length < 4));
}
