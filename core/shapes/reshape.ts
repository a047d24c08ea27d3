import type { Geometry, Position } from '#core/protocol';
import { nodeRuns } from './nodes.ts';
import { doubleArea, keyOf, type Flat } from './plane.ts';
import { splitting, Unsplittable } from './split.ts';
import { crossesItself } from './valid.ts';

export type Reshapable = Extract<
  Geometry,
  { type: 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon' }
>;
/** `misses`: path and outline meet at fewer than two places. */
export type ReshapeReason = 'misses' | 'crosses-itself' | 'too-many';

/**
 * Puts a drawn path in the place of the stretch of a line or outline between the first and the last place where they
 * meet. Of the two outlines that result the larger one is meant: a path outside adds, one inside takes away. Of several
 * runs the first that the path meets twice is changed. The path's vertices have their own height, or one that goes evenly
 * between those where it meets the outline; flat where that is.
 */
export function reshapeAlong(
  geometry: Reshapable,
  path: readonly Position[],
): { location: Reshapable } | { refused: ReshapeReason } {
  const outcome = splitting(() => [along(geometry, path)]);
  if ('refused' in outcome) return { refused: outcome.refused.reason as ReshapeReason };
  const [location] = outcome.parts as [Reshapable];
  return outlinesOf(location).some((rings) => crossesItself(rings)) || loops(location)
    ? { refused: 'crosses-itself' }
    : { location };
}

function along(geometry: Reshapable, path: readonly Position[]): Reshapable {
  let done = false;
  const run = (positions: Position[], closed: boolean): Position[] => {
    const changed = done ? undefined : replaced(positions, closed, path);
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
  if (!done) throw new Unsplittable({ reason: 'misses' });
  return result;
}

function replaced(
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
  const kept = (positions: readonly Position[]) => positions.filter((each) => !needless.has(keyOf(each)));
  const at = (key: string) => outline.findIndex((position) => keyOf(position) === key);
  const [p, q] = [at(from), at(to)];
  const own = new Map(path.map((each) => [keyOf(each), each[2]]));
  const stretch = raised(cut.slice(first, last + 1), own, outline[p]!, outline[q]!);
  if (!closed) {
    const [start, end, between] = p < q ? [p, q, stretch] : [q, p, stretch.toReversed()];
    return [...kept(outline.slice(0, start)), ...between, ...kept(outline.slice(end + 1))];
  }
  const ring = outline.slice(0, -1);
  const arc = (a: number, b: number) =>
    a < b ? ring.slice(a + 1, b) : [...ring.slice(a + 1), ...ring.slice(0, b)];
  const inner = new Set(stretch.slice(1, -1).map(keyOf));
  const [larger] = [
    { arc: arc(q, p), stretch },
    { arc: arc(p, q), stretch: stretch.toReversed() },
  ]
    .map((one) => ({ ...one, ring: [...one.stretch, ...kept(one.arc), one.stretch[0]!] }))
    .sort((a, b) => Math.abs(doubleArea(b.ring)) - Math.abs(doubleArea(a.ring)));
  // Where the path comes back to what stays, the outline would touch or cross itself.
  if (larger!.arc.some((each) => inner.has(keyOf(each))))
    throw new Unsplittable({ reason: 'crosses-itself' });
  const { ring: after } = larger!;
  // Wound as it was.
  return doubleArea(after) > 0 === doubleArea(run) > 0 ? after : after.toReversed();
}

function raised(
  way: readonly Flat[],
  own: ReadonlyMap<string, number | undefined>,
  from: Position,
  to: Position,
): Position[] {
  const [low, high] = [from[2], to[2]];
  const lengths = [0];
  for (let i = 1; i < way.length; i++)
    lengths.push(lengths[i - 1]! + Math.hypot(way[i]![0] - way[i - 1]![0], way[i]![1] - way[i - 1]![1]));
  return way.map((vertex, i): Position => {
    if (i === 0) return from;
    if (i === way.length - 1) return to;
    if (low === undefined || high === undefined) return [vertex[0], vertex[1]];
    const even = low + ((high - low) * lengths[i]!) / lengths.at(-1)!;
    return [vertex[0], vertex[1], own.get(keyOf(vertex)) ?? even];
  });
}

function outlinesOf(geometry: Reshapable): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** A ring of fewer than three corners. */
function loops(geometry: Reshapable): boolean {
  return outlinesOf(geometry).some((rings) => rings.some((ring) => ring.length < 4));
}
