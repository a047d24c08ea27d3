import type { Extent, MapObject, Sought, SpatialIndex } from '#core/document';
import type { Position } from '#core/protocol';
import type { Pixel, SolidEdge } from './contract.ts';
import { extentAround, nearestOnEdge, type Projection } from './plane.ts';

/** An edge of an object, and where its ends are on the screen; of a lone point both ends are that. */
export interface Edge {
  /** Of its object; undefined where it is none's. */
  readonly id: string | undefined;
  readonly surface?: string;
  readonly from: Position;
  readonly to: Position;
  readonly a: Pixel;
  readonly b: Pixel;
}

export interface Neighbourhood {
  readonly view: Projection;
  readonly index: SpatialIndex;
  readonly pixel: Pixel;
  readonly attracts: (object: MapObject) => boolean;
}

/** Nothing is sought nearer than this many CSS pixels: what lies so close together is one to any eye. */
const NEAREST = 1e-3;

/**
 * What there is in a square of `reach` CSS pixels around the pointer. Where it is more than `most`, as when a whole
 * project is in view, the square is halved until it is not: what is left out is farther away than what is there.
 */
function nearest<T>(
  { view, pixel, attracts }: Neighbourhood,
  reach: number,
  most: number,
  ask: (extent: Extent, sought: Sought) => readonly T[],
): { readonly found: readonly T[]; readonly reach: number } {
  for (let half = reach; ; half /= 2) {
    const extent = extentAround(view, pixel, half);
    if (!extent) return { found: [], reach };
    const found = ask(extent, { most: most + 1, of: attracts });
    if (found.length <= most || half < NEAREST) return { found, reach: half };
  }
}

/** The nearest objects that have their box there. */
export function objectsNear(around: Neighbourhood, reach: number, most: number): readonly MapObject[] {
  return nearest(around, reach, most, (extent, sought) => around.index.objects(extent, sought)).found;
}

/** Edges, and how far around the pointer they are all there are: CSS pixels. */
export interface Edges {
  readonly edges: readonly Edge[];
  readonly reach: number;
}

export function edgesNear(around: Neighbourhood, reach: number, most: number): Edges {
  const { view, index } = around;
  const near = nearest(around, reach, most, (extent, sought) => index.segments(extent, sought));
  const edges: Edge[] = [];
  let [last, b]: [unknown, Pixel | undefined] = [undefined, undefined];
  for (const { id, from, to } of near.found) {
    // Edges of a ring follow each other: one begins where the other ended.
    const a: Pixel | undefined = from === last ? b : view.toPixel(from as Position);
    b = from === to ? a : view.toPixel(to as Position);
    last = to;
    if (a && b) edges.push({ id, from: from as Position, to: to as Position, a, b });
  }
  return { edges, reach: near.reach };
}

/** As they are on the screen; what is out of sight is left out. */
export function solidEdges(view: Projection, solids: readonly SolidEdge[]): Edge[] {
  return solids.flatMap(({ objectId, ...edge }): Edge[] => {
    const [a, b] = [view.toPixel(edge.from), view.toPixel(edge.to)];
    return a && b ? [{ ...edge, id: objectId, a, b }] : [];
  });
}

export interface Touched {
  readonly edge: Edge;
  /** Of the way from its beginning to its end, where it is nearest to the pointer. */
  readonly share: number;
  /** CSS pixels from there to the pointer. */
  readonly distance: number;
}

/** The edges that come within `tolerance` of the pointer, the nearest first. */
export function touchedBy(pixel: Pixel, edges: readonly Edge[], tolerance: number): readonly Touched[] {
  const touched: Touched[] = [];
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const { share, distance } = nearestOnEdge(pixel, edge.a, edge.b);
    if (distance <= tolerance) touched.push({ edge, share, distance });
  }
  return touched.sort((one, other) => one.distance - other.distance);
}
