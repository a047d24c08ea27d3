import {
  Clipper64,
  ClipType,
  FillRule,
  PolyTree64,
  type Path64,
  type Point64,
  type PolyPath64,
} from 'clipper2-ts';
import type { Position } from '#core/protocol';
import { assemble } from './assemble.ts';
import {
  interpolate,
  frameOf,
  inFrame,
  keyOf,
  isSamePlace,
  nearestOnEdge,
  TOLERANCE,
  windRings,
} from './plane.ts';
import { SegmentIndex } from './segments.ts';

/** One polygon: its outline, then its holes. */
export type Rings = Position[][];

/** Resolution of the integer grid in which areas are overlaid, degrees: a tenth of the tolerance, 0.01 mm. */
const STEP = TOLERANCE / 10;

/** Returns the union of polygons. */
export function union(polygons: readonly Rings[]): Rings[] {
  return overlay(ClipType.Union, FillRule.NonZero, polygons.map(windRings));
}

/** Returns the intersection of polygons with others. */
export function intersection(polygons: readonly Rings[], others: readonly Rings[]): Rings[] {
  return overlay(ClipType.Intersection, FillRule.NonZero, polygons.map(windRings), others.map(windRings));
}

/** Returns polygons without the area of others. */
export function difference(polygons: readonly Rings[], others: readonly Rings[]): Rings[] {
  return overlay(ClipType.Difference, FillRule.NonZero, polygons.map(windRings), others.map(windRings));
}

/** Returns valid polygons for an outline that crosses itself: what it surrounds an odd number of times. */
export function repairRings(rings: Rings): Rings[] {
  return assemble(overlay(ClipType.Union, FillRule.EvenOdd, [rings]).flat().flatMap(loopsOf));
}

/** Splits a ring where it returns to an earlier vertex. */
function loopsOf(ring: readonly Position[]): Position[][] {
  const loops: Position[][] = [];
  const path: Position[] = [];
  const seen = new Map<string, number>();
  for (const vertex of ring) {
    const before = seen.get(keyOf(vertex));
    if (before !== undefined) {
      const loop = path.splice(before);
      for (const each of loop) seen.delete(keyOf(each));
      loops.push([...loop, loop[0]!]);
    }
    seen.set(keyOf(vertex), path.length);
    path.push(vertex);
  }
  return loops;
}

/**
 * Remaining vertices are the given ones, unchanged and with their heights; where outlines cross, the height is that
 * of the edge there. A vertex on another's edge (within the tolerance) becomes a vertex of both, so that neighbours
 * leave no gap.
 */
function overlay(
  operation: ClipType,
  rule: FillRule,
  polygons: readonly Rings[],
  others: readonly Rings[] = [],
): Rings[] {
  const first = polygons[0]?.[0]?.[0];
  if (!first) return [];
  const [ox, oy] = first;
  const edges = noded([...polygons, ...others].flat());
  /** The given vertices. Clipper carries the number of each, from 1, as `z`. */
  const given = ([] as Position[]).concat(...edges.runs);
  /**
   * Most of a large outline meets nothing: Clipper gets only the chords of such stretches, and their vertices are
   * restored afterwards.
   */
  const isolated = edges.isolatedStretches(TOLERANCE);
  let start = 0;
  const paths = edges.runs.map((ring): Path64 => {
    const path: Path64 = [];
    // The closing vertex is numbered too.
    const last = start + ring.length - 1;
    for (let i = start; i < last; i = isolated.get(i) ?? i + 1) {
      const vertex = given[i]!;
      path.push({
        x: nearestInteger((vertex[0] - ox) / STEP),
        y: nearestInteger((vertex[1] - oy) / STEP),
        z: i + 1,
      });
    }
    start = last + 1;
    return path;
  });
  const subjects = polygons.reduce((sum, rings) => sum + rings.length, 0);
  const clipper = new Clipper64();
  clipper.addSubject(paths.slice(0, subjects));
  if (others.length > 0) clipper.addClip(paths.slice(subjects));
  const tree = new PolyTree64();
  clipper.execute(operation, rule, tree);

  const isAt = (place: Point64, vertex: Position): boolean =>
    nearestInteger((vertex[0] - ox) / STEP) === place.x &&
    nearestInteger((vertex[1] - oy) / STEP) === place.y;
  const vertexOf = (place: Point64): Position => {
    const known = place.z ? given[place.z - 1] : undefined;
    if (known && isAt(place, known)) return known;
    return vertexOrCrossing([ox + place.x * STEP, oy + place.y * STEP], edges, (end) => isAt(place, end));
  };
  const restored = (from: Point64, to: Point64): Position[] => {
    const end = from.z && isolated.get(from.z - 1);
    return end && isAt(to, given[end]!) ? given.slice(from.z, end) : [];
  };
  const ringOf = (path: Path64): Position[] => {
    const ring = [vertexOf(path[0]!)];
    for (let i = 0; i < path.length; i++) {
      const [from, to] = [path[i]!, path[i + 1] ?? path[0]!];
      for (const vertex of restored(from, to)) ring.push(vertex);
      for (const vertex of restored(to, from).reverse()) ring.push(vertex);
      ring.push(to === path[0] ? ring[0]! : vertexOf(to));
    }
    return ring;
  };
  const parts: Rings[] = [];
  const collect = (node: PolyPath64): void => {
    for (const shell of childrenOf(node)) {
      const holes = childrenOf(shell);
      parts.push(windRings([shell, ...holes].map((each) => ringOf(each.polygon!))));
      holes.forEach(collect);
    }
  };
  collect(tree);
  return parts;
}

/** Returns the nearest integer; small ones in the form that the JavaScript engine stores without an object. */
function nearestInteger(value: number): number {
  const rounded = Math.round(value);
  const small = rounded | 0;
  return small === rounded ? small : rounded;
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, i) => node.child(i));
}

/** A vertex on an edge, and the share of the edge where it is. */
interface EdgeVertex {
  readonly vertex: Position;
  readonly share: number;
}

/** Inserts into rings the vertices that others have on their edges. */
function noded(rings: readonly Position[][]): SegmentIndex<Position> {
  const segments = new SegmentIndex(rings);
  /** By ring and edge. */
  const met = new Map<number, EdgeVertex[]>();
  const numberOf = (ring: number, edge: number): number => ring * 2 ** 32 + edge;
  const check = (vertex: Position, ring: number, edge: number): void => {
    const [a, b] = [rings[ring]![edge]!, rings[ring]![edge + 1]!];
    if (vertex === a || vertex === b || !inFrame(vertex, a, b)) return;
    const { share, distance } = nearestOnEdge(vertex, a, b);
    if (distance > TOLERANCE || share <= 0 || share >= 1 || isSamePlace(vertex, a) || isSamePlace(vertex, b))
      return;
    const others = met.get(numberOf(ring, edge)) ?? [];
    met.set(numberOf(ring, edge), others);
    others.push({ vertex, share });
  };
  segments.some(TOLERANCE, (ring, edge, laterRing, later) => {
    check(rings[laterRing]![later]!, ring, edge);
    check(rings[ring]![edge]!, laterRing, later);
    return false;
  });
  if (met.size === 0) return segments;
  const withVertices = rings.map((ring, r) =>
    ring.flatMap((vertex, i) => {
      const next = ring[i + 1];
      const found = next && met.get(numberOf(r, i));
      if (!found) return [vertex];
      found.sort((one, other) => one.share - other.share);
      const distinct = found.filter((each, k) => k === 0 || !isSamePlace(each.vertex, found[k - 1]!.vertex));
      return [vertex, ...distinct.map((each) => raised(each.vertex, vertex, next, each.share))];
    }),
  );
  return new SegmentIndex(withVertices);
}

/** Returns the given vertex at a place, or else a crossing with the height of the nearest edge. */
function vertexOrCrossing(
  place: Position,
  edges: SegmentIndex<Position>,
  isIt: (end: Position) => boolean,
): Position {
  let given: Position | undefined;
  let best: { distance: number; height: number | undefined } = { distance: Infinity, height: undefined };
  edges.each(frameOf(place, place, TOLERANCE), (run, segment) => {
    const [a, b] = edges.ends(run, segment);
    given ??= [a, b].find(isIt);
    const { share, distance } = nearestOnEdge(place, a, b);
    if (distance < best.distance) best = { distance, height: interpolate(a, b, share)[2] };
  });
  return given ?? (best.height === undefined ? place : [place[0], place[1], best.height]);
}

/** Returns the place with the height of the edge there. */
function raised([x, y]: Position, a: Position, b: Position, share: number): Position {
  const height = interpolate(a, b, share)[2];
  return height === undefined ? [x, y] : [x, y, height];
}
