import {
  Clipper64,
  ClipType,
  FillRule,
  PolyTree64,
  type Path64,
  type Point64,
  type PolyPath64,
} from 'clipper2-ts';
import Flatbush from 'flatbush';
import type { Position } from '#core/protocol';
import { assemble } from './assemble.ts';
import { between, frameOf, keyOf, near, onEdge, TOLERANCE, wound } from './plane.ts';
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
  const outlines = noded([...polygons, ...others]);
  const onGrid = ([x, y]: Position, z: number): Point64 => ({
    x: Math.round((x - ox) / STEP),
    y: Math.round((y - oy) / STEP),
    z,
  });
  /** What was given; Clipper carries a vertex's number, from 1, through as its `z`. */
  const given: Position[] = [];
  const pathsOf = (some: readonly Rings[]): Path64[] =>
    some.flatMap((rings) =>
      rings.map((ring) => ring.slice(0, -1).map((vertex) => onGrid(vertex, given.push(vertex)))),
    );
  const clipper = new Clipper64();
  clipper.addSubject(pathsOf(outlines.slice(0, polygons.length)));
  if (others.length > 0) clipper.addClip(pathsOf(outlines.slice(polygons.length)));
  const tree = new PolyTree64();
  clipper.execute(how, rule, tree);

  let edges: Segments<Position> | undefined;
  const vertexOf = (place: Point64): Position => {
    const { x, y, z } = place;
    const named = z ? given[z - 1] : undefined;
    if (named && samePoint(onGrid(named, z!), place)) return named;
    edges ??= new Segments(outlines.flat());
    return onEdges([ox + x * STEP, oy + y * STEP], edges, (end) => samePoint(onGrid(end, 0), place));
  };
  const ringOf = (path: Path64): Position[] => {
    const ring = path.map(vertexOf);
    return [...ring, ring[0]!];
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

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, i) => node.child(i));
}

/** Rings with those vertices put in that other rings have on their edges. */
function noded(polygons: readonly Rings[]): Rings[] {
  const vertices = polygons.flat(2);
  const index = new Flatbush(vertices.length);
  for (const [x, y] of vertices) index.add(x, y, x, y);
  index.finish();
  const met = (a: Position, b: Position): Position[] => {
    const isOther = (i: number): boolean => !near(vertices[i]!, a) && !near(vertices[i]!, b);
    const others = index.search(...frameOf(a, b, TOLERANCE), isOther);
    if (others.length === 0) return [];
    const found = others
      .map((i) => ({ vertex: vertices[i]!, ...onEdge(vertices[i]!, a, b) }))
      .filter(({ share, distance }) => distance <= TOLERANCE && share > 0 && share < 1)
      .sort((one, next) => one.share - next.share);
    return found
      .filter(({ vertex }, i) => i === 0 || !near(vertex, found[i - 1]!.vertex))
      .map(({ vertex, share }) => raised(vertex, a, b, share));
  };
  return polygons.map((rings) =>
    rings.map((ring) => {
      const whole: Position[] = [];
      ring.forEach((vertex, i) => {
        whole.push(vertex);
        if (i + 1 < ring.length) whole.push(...met(vertex, ring[i + 1]!));
      });
      return whole;
    }),
  );
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

function samePoint(a: Point64, b: Point64): boolean {
  return a.x === b.x && a.y === b.y;
}

/** The place with the height of the edge there. */
function raised([x, y]: Position, a: Position, b: Position, share: number): Position {
  const height = between(a, b, share)[2];
  return height === undefined ? [x, y] : [x, y, height];
}
