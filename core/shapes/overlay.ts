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
import { between, frameOf, inFrame, keyOf, near, onEdge, TOLERANCE, wound } from './plane.ts';
import { Segments } from './segments.ts';

/** One polygon: its outline, then its holes. */
export type Rings = Position[][];

/** Steps of the whole numbers that areas are overlaid in: a tenth of the tolerance, 0.01 mm. */
const STEP = TOLERANCE / 10;

/** The area that polygons cover together: where they touch or overlap they grow into one. */
export function union(polygons: readonly Rings[]): Rings[] {
  return overlay(ClipType.Union, FillRule.NonZero, polygons.map(wound));
}

/** What polygons have in common with others. */
export function common(polygons: readonly Rings[], others: readonly Rings[]): Rings[] {
  return overlay(ClipType.Intersection, FillRule.NonZero, polygons.map(wound), others.map(wound));
}

/** What polygons have for themselves. */
export function without(polygons: readonly Rings[], others: readonly Rings[]): Rings[] {
  return overlay(ClipType.Difference, FillRule.NonZero, polygons.map(wound), others.map(wound));
}

/** The sound polygons that an outline encloses which crosses itself: what it goes around an odd number of times. */
export function untangled(rings: Rings): Rings[] {
  return assemble(overlay(ClipType.Union, FillRule.EvenOdd, [rings]).flat().flatMap(loopsOf));
}

/** A ring that comes back to a vertex before its end, taken apart there. */
function loopsOf(ring: readonly Position[]): Position[][] {
  const loops: Position[][] = [];
  const way: Position[] = [];
  const seen = new Map<string, number>();
  for (const vertex of ring) {
    const before = seen.get(keyOf(vertex));
    if (before !== undefined) {
      const loop = way.splice(before);
      for (const each of loop) seen.delete(keyOf(each));
      loops.push([...loop, loop[0]!]);
    }
    seen.set(keyOf(vertex), way.length);
    way.push(vertex);
  }
  return loops;
}

/**
 * Vertices that stay are those that were given, to the last digit and with their heights; where outlines cross, the
 * height is that of the edge there. A vertex on another's edge (within the tolerance) counts as one of both, so that
 * neighbours leave no slit.
 */
function overlay(
  how: ClipType,
  rule: FillRule,
  polygons: readonly Rings[],
  others: readonly Rings[] = [],
): Rings[] {
  const first = polygons[0]?.[0]?.[0];
  if (!first) return [];
  const [ox, oy] = first;
  const edges = noded([...polygons, ...others].flat());
  /** What was given; Clipper carries the number of each, from 1, through as `z`. */
  const given = ([] as Position[]).concat(...edges.runs);
  /** Most of large outlines meets nothing: Clipper is told of the chords only, and what lies between is put back after. */
  const lone = edges.lone(TOLERANCE);
  let start = 0;
  const paths = edges.runs.map((ring): Path64 => {
    const path: Path64 = [];
    // The closing vertex has a number too.
    const last = start + ring.length - 1;
    for (let i = start; i < last; i = lone.get(i) ?? i + 1) {
      const vertex = given[i]!;
      path.push({ x: whole((vertex[0] - ox) / STEP), y: whole((vertex[1] - oy) / STEP), z: i + 1 });
    }
    start = last + 1;
    return path;
  });
  const subjects = polygons.reduce((sum, rings) => sum + rings.length, 0);
  const clipper = new Clipper64();
  clipper.addSubject(paths.slice(0, subjects));
  if (others.length > 0) clipper.addClip(paths.slice(subjects));
  const tree = new PolyTree64();
  clipper.execute(how, rule, tree);

  const isAt = (place: Point64, vertex: Position): boolean =>
    whole((vertex[0] - ox) / STEP) === place.x && whole((vertex[1] - oy) / STEP) === place.y;
  const vertexOf = (place: Point64): Position => {
    const known = place.z ? given[place.z - 1] : undefined;
    if (known && isAt(place, known)) return known;
    return onEdges([ox + place.x * STEP, oy + place.y * STEP], edges, (end) => isAt(place, end));
  };
  const left = (from: Point64, to: Point64): Position[] => {
    const end = from.z && lone.get(from.z - 1);
    return end && isAt(to, given[end]!) ? given.slice(from.z, end) : [];
  };
  const ringOf = (path: Path64): Position[] => {
    const ring = [vertexOf(path[0]!)];
    for (let i = 0; i < path.length; i++) {
      const [from, to] = [path[i]!, path[i + 1] ?? path[0]!];
      for (const vertex of left(from, to)) ring.push(vertex);
      for (const vertex of left(to, from).reverse()) ring.push(vertex);
      ring.push(to === path[0] ? ring[0]! : vertexOf(to));
    }
    return ring;
  };
  const parts: Rings[] = [];
  const collect = (node: PolyPath64): void => {
    for (const shell of childrenOf(node)) {
      const holes = childrenOf(shell);
      parts.push(wound([shell, ...holes].map((each) => ringOf(each.polygon!))));
      holes.forEach(collect);
    }
  };
  collect(tree);
  return parts;
}

/** The nearest whole number; a small one as the engine keeps small ones, without an object of its own. */
function whole(value: number): number {
  const rounded = Math.round(value);
  const small = rounded | 0;
  return small === rounded ? small : rounded;
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, i) => node.child(i));
}

/** A vertex on an edge, and the share of the way where that is. */
interface Met {
  readonly vertex: Position;
  readonly share: number;
}

/** Rings with those vertices put in that others have on their edges. */
function noded(rings: readonly Position[][]): Segments<Position> {
  const segments = new Segments(rings);
  /** By ring and edge. */
  const met = new Map<number, Met[]>();
  const numberOf = (ring: number, edge: number): number => ring * 2 ** 32 + edge;
  const look = (vertex: Position, ring: number, edge: number): void => {
    const [a, b] = [rings[ring]![edge]!, rings[ring]![edge + 1]!];
    if (vertex === a || vertex === b || !inFrame(vertex, a, b)) return;
    const { share, distance } = onEdge(vertex, a, b);
    if (distance > TOLERANCE || share <= 0 || share >= 1 || near(vertex, a) || near(vertex, b)) return;
    const others = met.get(numberOf(ring, edge)) ?? [];
    met.set(numberOf(ring, edge), others);
    others.push({ vertex, share });
  };
  segments.some(TOLERANCE, (ring, edge, laterRing, later) => {
    look(rings[laterRing]![later]!, ring, edge);
    look(rings[ring]![edge]!, laterRing, later);
    return false;
  });
  if (met.size === 0) return segments;
  const whole = rings.map((ring, r) =>
    ring.flatMap((vertex, i) => {
      const next = ring[i + 1];
      const found = next && met.get(numberOf(r, i));
      if (!found) return [vertex];
      found.sort((one, other) => one.share - other.share);
      const apart = found.filter((each, k) => k === 0 || !near(each.vertex, found[k - 1]!.vertex));
      return [vertex, ...apart.map((each) => raised(each.vertex, vertex, next, each.share))];
    }),
  );
  return new Segments(whole);
}

/** What was given there; else a crossing, with the height of the edge nearest to it. */
function onEdges(place: Position, edges: Segments<Position>, isIt: (end: Position) => boolean): Position {
  let given: Position | undefined;
  let best: { distance: number; height: number | undefined } = { distance: Infinity, height: undefined };
  edges.each(frameOf(place, place, TOLERANCE), (run, segment) => {
    const [a, b] = edges.ends(run, segment);
    given ??= [a, b].find(isIt);
    const { share, distance } = onEdge(place, a, b);
    if (distance < best.distance) best = { distance, height: between(a, b, share)[2] };
  });
  return given ?? (best.height === undefined ? place : [place[0], place[1], best.height]);
}

/** The place with the height of the edge there. */
function raised([x, y]: Position, a: Position, b: Position, share: number): Position {
  const height = between(a, b, share)[2];
  return height === undefined ? [x, y] : [x, y, height];
}
