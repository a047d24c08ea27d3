import Delaunator from 'delaunator';
import Flatbush from 'flatbush';
import { SegmentIndex } from '#core/shapes';
import { Constrainautor } from './constrainautor.ts';
import type { Place, Tin } from './triangles.ts';
import { Vertices } from './vertices.ts';

export interface BuiltTin {
  readonly tin: Tin;
  /** Spots at the place of another, with another height: the first counts. */
  readonly twice: number;
  /** Edges of breaklines that cross others, which are not forced. */
  readonly crossing: number;
}

/** East, north and height of spots, metres; lines by their first spot and the one after their last. */
interface Spots {
  readonly spots: Float64Array;
  readonly breaklines?: readonly (readonly [from: number, to: number])[];
  readonly borders?: readonly (readonly [from: number, to: number])[];
}

/** Vertices nearer to an edge, metres, are on it. */
const ON_EDGE = 0.0001;
/** Twice the area, square metres, of what is no triangle. */
const FLAT = 1e-6;

/**
 * Triangulates spots by Delaunay; edges of `breaklines` and `borders` become edges of triangles. Only triangles inside
 * `borders` are kept, where there are any, and without edges longer than `longest`. Undefined for fewer than three
 * spots, or all on a line.
 */
export function buildTin(
  { spots, breaklines = [], borders = [] }: Spots,
  { longest = Infinity }: { longest?: number } = {},
): BuiltTin | undefined {
  const { places, heights, ids, twice } = new Vertices(spots);
  if (places.length < 6) return undefined;
  const del = new Delaunator(places);
  if (del.triangles.length === 0) return undefined;
  let crossing = 0;
  if (breaklines.length + borders.length > 0) {
    const forced = new Forced(del, places);
    for (const [from, to] of [...breaklines, ...borders])
      for (let i = from + 1; i < to; i++) crossing += forced.take(ids[i - 1]!, ids[i]!);
    forced.end();
  }
  const inside = insideOf(spots, borders);
  return {
    tin: { places, heights, triangles: kept(del.triangles, places, inside, longest) },
    twice,
    crossing,
  };
}

/** Triangles against the clock, without those outside, with long edges, or of spots that are nearly on a line. */
function kept(
  triangles: Uint32Array,
  places: Float64Array,
  inside: ((place: Place) => boolean) | undefined,
  longest: number,
): Uint32Array {
  const all = new Uint32Array(triangles.length);
  const most = longest * longest;
  let size = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const [ax, ay] = [places[2 * a]!, places[2 * a + 1]!];
    const [bx, by] = [places[2 * b]! - ax, places[2 * b + 1]! - ay];
    const [cx, cy] = [places[2 * c]! - ax, places[2 * c + 1]! - ay];
    if (bx * bx + by * by > most || cx * cx + cy * cy > most) continue;
    if ((cx - bx) ** 2 + (cy - by) ** 2 > most) continue;
    const double = bx * cy - by * cx;
    if (Math.abs(double) < FLAT) continue;
    if (inside && !inside([ax + (bx + cx) / 3, ay + (by + cy) / 3])) continue;
    all[size++] = a;
    all[size++] = double > 0 ? b : c;
    all[size++] = double > 0 ? c : b;
  }
  return all.slice(0, size);
}

/** Forces edges into a triangulation. */
class Forced {
  readonly #forced: Constrainautor;
  readonly #places: Float64Array;
  #index: Flatbush | undefined;

  constructor(del: Delaunator<Float64Array>, places: Float64Array) {
    this.#forced = new Constrainautor(del);
    this.#places = places;
  }

  /** Piece by piece where the edge runs through other vertices. Returns how many pieces cross others. */
  take(from: number, to: number): number {
    if (from === to) return 0;
    try {
      this.#forced.constrainOne(from, to);
      return 0;
    } catch {
      const through = this.#between(from, to);
      if (through.length === 0) return 1;
      const stops = [from, ...through, to];
      return stops.slice(1).reduce((sum, stop, i) => sum + this.take(stops[i]!, stop), 0);
    }
  }

  end(): void {
    this.#forced.delaunify(true);
  }

  /** Vertices on an edge, in their order. */
  #between(from: number, to: number): number[] {
    const places = this.#places;
    const [x, y] = [places[2 * from]!, places[2 * from + 1]!];
    const [dx, dy] = [places[2 * to]! - x, places[2 * to + 1]! - y];
    const length = Math.hypot(dx, dy);
    const found: { vertex: number; along: number }[] = [];
    const [west, east] = [Math.min(x, x + dx) - ON_EDGE, Math.max(x, x + dx) + ON_EDGE];
    const [south, north] = [Math.min(y, y + dy) - ON_EDGE, Math.max(y, y + dy) + ON_EDGE];
    for (const vertex of this.#vertices.search(west, south, east, north)) {
      const [px, py] = [places[2 * vertex]! - x, places[2 * vertex + 1]! - y];
      const along = (px * dx + py * dy) / length;
      if (vertex === from || vertex === to || along <= 0 || along >= length) continue;
      if (Math.abs(px * dy - py * dx) / length < ON_EDGE) found.push({ vertex, along });
    }
    return found.sort((a, b) => a.along - b.along).map(({ vertex }) => vertex);
  }

  get #vertices(): Flatbush {
    if (!this.#index) {
      const count = this.#places.length / 2;
      this.#index = new Flatbush(count);
      for (let i = 0; i < count; i++) this.#index.add(this.#places[2 * i]!, this.#places[2 * i + 1]!);
      this.#index.finish();
    }
    return this.#index;
  }
}

/** Whether a place is inside of an odd number of borders; undefined without any. */
function insideOf(
  spots: Float64Array,
  borders: NonNullable<Spots['borders']>,
): ((place: Place) => boolean) | undefined {
  if (borders.length === 0) return undefined;
  const rings = borders.map(([from, to]) =>
    Array.from({ length: to - from }, (_, i): Place => [spots[3 * (from + i)]!, spots[3 * (from + i) + 1]!]),
  );
  const index = new SegmentIndex(rings);
  return (place) => index.contains(place);
}
