import Constrainautor from '@kninnug/constrainautor';
import Delaunator from 'delaunator';
import { SegmentIndex } from '#core/shapes';
import { doubleArea, type Place, type Spot, type Tin } from './triangles.ts';

export interface BuiltTin {
  readonly tin: Tin;
  /** Spots at the place of another, with another height: the first counts. */
  readonly twice: number;
  /** Edges of breaklines that cross others, which are not forced. */
  readonly crossing: number;
}

/** Spots that are nearer, metres, are one. */
const SAME = 0.001;
/** Twice the area, square metres, of what is no triangle. */
const FLAT = 1e-6;

/**
 * Triangulates spots by Delaunay; edges of `breaklines` become edges of triangles. Only triangles inside `borders` are kept,
 * where there are any, and without edges longer than `longest`. Undefined for fewer than three spots, or all on a line.
 */
export function buildTin(
  spots: readonly Spot[],
  {
    breaklines = [],
    borders = [],
    longest = Infinity,
  }: {
    breaklines?: readonly (readonly Spot[])[];
    borders?: readonly (readonly Spot[])[];
    longest?: number;
  } = {},
): BuiltTin | undefined {
  const vertices = new Vertices();
  for (const spot of spots) vertices.take(spot);
  const edges = [...breaklines, ...borders].flatMap((line) => {
    const ids = line.map((spot) => vertices.take(spot));
    return ids.slice(1).map((id, i) => [ids[i]!, id] as const);
  });
  const places = Float64Array.from(vertices.places);
  if (places.length < 6) return undefined;
  const del = new Delaunator(places);
  if (del.triangles.length === 0) return undefined;
  const forced = new Constrainautor(del);
  let crossing = 0;
  for (const [from, to] of edges) if (from !== to) crossing += force(forced, places, from, to);
  forced.delaunify(true);
  const inside = insideOf(borders);
  const kept: number[] = [];
  for (let t = 0; t < del.triangles.length; t += 3) {
    const [a, b, c] = [del.triangles[t]!, del.triangles[t + 1]!, del.triangles[t + 2]!];
    const at = (v: number): Place => [places[2 * v]!, places[2 * v + 1]!];
    const far = (v: number, w: number) => Math.hypot(at(v)[0] - at(w)[0], at(v)[1] - at(w)[1]) > longest;
    if (far(a, b) || far(b, c) || far(c, a)) continue;
    const [x, y] = [0, 1].map((i) => (at(a)[i]! + at(b)[i]! + at(c)[i]!) / 3) as [number, number];
    if (!inside([x, y])) continue;
    const double = doubleArea(at(a), at(b), at(c));
    // Spots of the outline that are nearly on a line.
    if (Math.abs(double) < FLAT) continue;
    kept.push(a, double > 0 ? b : c, double > 0 ? c : b);
  }
  return {
    tin: { places, heights: Float64Array.from(vertices.heights), triangles: Uint32Array.from(kept) },
    twice: vertices.twice,
    crossing,
  };
}

/** Forces an edge, piece by piece where it runs through other vertices. Returns how many pieces cross others. */
function force(forced: Constrainautor, places: Float64Array, from: number, to: number): number {
  try {
    forced.constrainOne(from, to);
    return 0;
  } catch {
    const through = between(places, from, to);
    if (through.length === 0) return 1;
    const stops = [from, ...through, to];
    return stops.slice(1).reduce((sum, stop, i) => sum + force(forced, places, stops[i]!, stop), 0);
  }
}

/** Vertices on an edge, in their order. */
function between(places: Float64Array, from: number, to: number): number[] {
  const [x, y] = [places[2 * from]!, places[2 * from + 1]!];
  const [dx, dy] = [places[2 * to]! - x, places[2 * to + 1]! - y];
  const length = Math.hypot(dx, dy);
  const found: { vertex: number; along: number }[] = [];
  for (let vertex = 0; vertex < places.length / 2; vertex++) {
    const [px, py] = [places[2 * vertex]! - x, places[2 * vertex + 1]! - y];
    const along = (px * dx + py * dy) / length;
    if (along <= SAME || along >= length - SAME) continue;
    if (Math.abs(px * dy - py * dx) / length < SAME / 10) found.push({ vertex, along });
  }
  return found.sort((a, b) => a.along - b.along).map(({ vertex }) => vertex);
}

class Vertices {
  readonly places: number[] = [];
  readonly heights: number[] = [];
  twice = 0;
  readonly #ids = new Map<string, number>();

  take([east, north, height]: Spot): number {
    const key = `${Math.round(east / SAME)} ${Math.round(north / SAME)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) {
      if (Math.abs(this.heights[known]! - height) > SAME) this.twice++;
      return known;
    }
    const id = this.heights.length;
    this.#ids.set(key, id);
    this.places.push(east, north);
    this.heights.push(height);
    return id;
  }
}

/** Whether a place is inside of an odd number of borders; everything is where there are none. */
function insideOf(borders: readonly (readonly Spot[])[]): (place: Place) => boolean {
  if (borders.length === 0) return () => true;
  const index = new SegmentIndex(borders);
  return (place) => index.contains(place);
}
