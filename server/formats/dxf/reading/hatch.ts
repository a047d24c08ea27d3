import { insideRing } from '../../flat.ts';
import type { Entity } from './entity.ts';
import { circleArc, ellipseArc, splineLine, withBulges } from './dxf-curves.ts';
import type { Tag } from './tags.ts';
import type { Vector } from './matrix.ts';

/** Most paths of one hatch. */
const MAX_PATHS = 20_000;

/** The rings of a hatch, in its own plane, as GeoJSON; null where it has none. */
export function hatchShape(entity: Entity): { type: string; coordinates: unknown } | null {
  const z = entity.number(30);
  const rings = pathsOf(entity)
    .map((path) => closedRing(path.map(([x, y]) => [x!, y!, z])))
    .filter((ring) => ring.length >= 4);
  return rings.length === 0 ? null : nested(rings);
}

function closedRing(path: number[][]): number[][] {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) return [];
  return first[0] === last[0] && first[1] === last[1] ? path : [...path, [...first]];
}

/** A group at a time, from the number of paths on. */
class TagReader {
  readonly #tags: readonly Tag[];
  #at: number;

  constructor(tags: readonly Tag[], at: number) {
    this.#tags = tags;
    this.#at = at;
  }

  get isDone(): boolean {
    return this.#at >= this.#tags.length;
  }

  peek(): number | undefined {
    return this.#tags[this.#at]?.code;
  }

  /** The value of the next group if it has this code. */
  take(code: number): number | undefined {
    const tag = this.#tags[this.#at];
    if (tag?.code !== code) return undefined;
    this.#at++;
    return Number(tag.value);
  }

  /** Skips to the next group with one of the codes. */
  skipTo(...codes: number[]): void {
    while (!this.isDone && !codes.includes(this.peek()!)) this.#at++;
  }
}

function pathsOf(entity: Entity): number[][][] {
  const start = entity.tags.findIndex(({ code }) => code === 91);
  if (start < 0) return [];
  const reader = new TagReader(entity.tags, start);
  const count = Math.min(reader.take(91)!, MAX_PATHS);
  const paths: number[][][] = [];
  for (let n = 0; n < count && !reader.isDone; n++) {
    reader.skipTo(92);
    const flags = reader.take(92);
    if (flags === undefined) break;
    paths.push(...(flags & 2 ? [polylinePath(reader)] : chainedEdges(edgesOf(reader))));
  }
  return paths;
}

function polylinePath(reader: TagReader): number[][] {
  reader.skipTo(72, 93);
  reader.take(72);
  reader.take(73);
  const count = reader.take(93) ?? 0;
  const places: Vector[] = [];
  const bulges: number[] = [];
  while (places.length < count && reader.peek() === 10) {
    places.push([reader.take(10)!, reader.take(20) ?? 0, 0]);
    bulges.push(reader.take(42) ?? 0);
  }
  return withBulges(places, bulges, true);
}

function edgesOf(reader: TagReader): number[][][] {
  const edges: number[][][] = [];
  const count = reader.take(93) ?? 0;
  for (let n = 0; n < count && reader.peek() === 72; n++) {
    const edge = edgeOf(reader, reader.take(72)!);
    if (edge.length > 0) edges.push(edge);
  }
  return edges;
}

function edgeOf(reader: TagReader, type: number): number[][] {
  const pair = (code: number): Vector => [reader.take(code) ?? 0, reader.take(code + 10) ?? 0, 0];
  switch (type) {
    case 1:
      return [pair(10), pair(11)];
    case 2: {
      const [centre, radius] = [pair(10), reader.take(40) ?? 0];
      const [start, end, anticlockwise] = [reader.take(50) ?? 0, reader.take(51) ?? 0, reader.take(73) ?? 1];
      // Clockwise arcs count their angles clockwise.
      return anticlockwise
        ? circleArc(centre, radius, start, end)
        : circleArc(centre, radius, -end, -start).reverse();
    }
    case 3: {
      const [centre, major, ratio] = [pair(10), pair(11), reader.take(40) ?? 1];
      const [start, end, anticlockwise] = [
        reader.take(50) ?? 0,
        reader.take(51) ?? 360,
        reader.take(73) ?? 1,
      ];
      const minor: Vector = [-major[1] * ratio, major[0] * ratio, 0];
      const radians = (degrees: number) => (degrees * Math.PI) / 180;
      return anticlockwise
        ? ellipseArc(centre, major, minor, radians(start), radians(end))
        : ellipseArc(centre, major, minor, radians(-end), radians(-start)).reverse();
    }
    case 4:
      return splineEdge(reader);
    default:
      return [];
  }
}

function splineEdge(reader: TagReader): number[][] {
  const degree = reader.take(94) ?? 3;
  reader.take(73);
  reader.take(74);
  const [knotCount, controlCount] = [reader.take(95) ?? 0, reader.take(96) ?? 0];
  const knots: number[] = [];
  const controls: number[][] = [];
  const weights: number[] = [];
  while (knots.length < knotCount && reader.peek() === 40) knots.push(reader.take(40)!);
  while (controls.length < controlCount && reader.peek() === 10) {
    controls.push([reader.take(10)!, reader.take(20) ?? 0]);
    const weight = reader.take(42);
    if (weight !== undefined) weights.push(weight);
  }
  return splineLine(degree, knots, controls, weights) ?? controls;
}

/** Edges of a path as rings: each follows the one that ends where it begins. */
function chainedEdges(edges: readonly number[][][]): number[][][] {
  const rings: number[][][] = [];
  let ring: number[][] = [];
  for (const edge of edges) {
    const end = ring.at(-1);
    if (!end) ring = [...edge];
    else if (near(end, edge[0]!)) ring.push(...edge.slice(1));
    else if (near(end, edge.at(-1)!)) ring.push(...[...edge].reverse().slice(1));
    else if (ring.length > 1 && near(ring[0]!, edge[0]!)) ring = [...[...ring].reverse(), ...edge.slice(1)];
    else if (ring.length > 1 && near(ring[0]!, edge.at(-1)!))
      ring = [...[...ring].reverse(), ...[...edge].reverse().slice(1)];
    else {
      rings.push(ring);
      ring = [...edge];
    }
    if (ring.length > 3 && near(ring[0]!, ring.at(-1)!)) {
      ring[ring.length - 1] = [...ring[0]!];
      rings.push(ring);
      ring = [];
    }
  }
  if (ring.length > 0) rings.push(ring);
  return rings;
}

function near(a: readonly number[], b: readonly number[]): boolean {
  const size = Math.max(1, Math.abs(a[0]!), Math.abs(a[1]!));
  return Math.abs(a[0]! - b[0]!) <= size * 1e-6 && Math.abs(a[1]! - b[1]!) <= size * 1e-6;
}

/** Rings within others are holes, those within holes polygons again (even-odd, as hatches are drawn). */
function nested(rings: number[][][]): { type: string; coordinates: unknown } {
  const flats = rings.map((ring) => Float64Array.from(ring.flatMap(([x, y]) => [x!, y!])));
  const around = rings.map((ring, n) =>
    rings.flatMap((_, m) => {
      const [x, y] = ring[0]!;
      return m !== n && insideRing(flats[m]!, 0, flats[m]!.length, 2, x!, y!) ? [m] : [];
    }),
  );
  const polygons: number[][][][] = [];
  const outer = new Map<number, number[][][]>();
  rings.forEach((ring, n) => {
    if (around[n]!.length % 2 === 1) return;
    const polygon = [ring];
    outer.set(n, polygon);
    polygons.push(polygon);
  });
  rings.forEach((ring, n) => {
    const depth = around[n]!.length;
    if (depth % 2 === 0) return;
    const parent = around[n]!.find((m) => around[m]!.length === depth - 1);
    if (parent !== undefined) outer.get(parent)?.push(ring);
  });
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}
