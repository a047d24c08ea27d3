import type { Extent, FoundEdges, MapObject, Segment, IndexQuery, SpatialIndex } from '#core/document';
import type { Position } from '#core/protocol';
import { nearestOnEdge } from '#core/shapes';
import type { Pixel, SolidEdge } from './contract.ts';
import { contains, extentAround, type ViewProjection } from './plane.ts';

/** An edge of an object, with its ends on the screen; an isolated point is an edge with equal ends. */
export interface ScreenEdge {
  /** Id of its object; undefined if it belongs to none. */
  readonly id: string | undefined;
  readonly surface?: string;
  readonly from: Position;
  readonly to: Position;
  readonly a: Pixel;
  readonly b: Pixel;
}

export interface Neighbourhood {
  readonly view: ViewProjection;
  readonly index: SpatialIndex;
  readonly pixel: Pixel;
  readonly attracts: (object: MapObject) => boolean;
}

/** The search square is not made smaller than this, CSS pixels: objects so close together cannot be distinguished. */
const NEAREST = 1e-3;

interface Nearest<T> {
  readonly found: T;
  readonly extent: Extent;
  readonly reach: number;
}

/**
 * Queries a square of `reach` CSS pixels around the pointer. If there are more than `max` results, as when a
 * complete project is in view, the square is halved until there are not: what is left out is farther away than the
 * results. Undefined if the pointer is outside the world.
 */
function nearest<T>(
  { view, pixel, attracts }: Neighbourhood,
  reach: number,
  max: number,
  ask: (extent: Extent, query: IndexQuery) => T,
  sizeOf: (found: T) => number,
): Nearest<T> | undefined {
  for (let half = reach; ; half /= 2) {
    const extent = extentAround(view, pixel, half);
    if (!extent) return undefined;
    const found = ask(extent, { max: max + 1, where: attracts });
    if (sizeOf(found) <= max || half < NEAREST) return { found, extent, reach: half };
  }
}

/** Returns the nearest objects whose box is in reach. */
export function objectsNear(around: Neighbourhood, reach: number, max: number): readonly MapObject[] {
  const { index } = around;
  const near = nearest(
    around,
    reach,
    max,
    (extent, query) => index.objects(extent, query),
    (objects) => objects.length,
  );
  return near?.found ?? [];
}

/** Receives the place of an edge's end on the screen, and which end it is. */
type EdgeEndVisitor = (pixel: Pixel, edge: number, side: 'from' | 'to') => void;

/** The nearest edges. */
export class NearEdges {
  readonly #view: ViewProjection;
  readonly #near: Nearest<FoundEdges> | undefined;
  #shown: readonly ScreenEdge[] | undefined;

  constructor(around: Neighbourhood, reach: number, max: number) {
    const { index } = around;
    this.#view = around.view;
    this.#near = nearest(
      around,
      reach,
      max,
      (extent, query) => index.edges(extent, query),
      ({ size }) => size,
    );
  }

  /** The distance around the pointer within which no edge is missing: CSS pixels. */
  get reach(): number {
    return this.#near?.reach ?? Infinity;
  }

  /**
   * Calls `each` for the ends inside the square; most edges that meet it have no end there. An end that two edges
   * share is passed once.
   */
  ends(each: EdgeEndVisitor): void {
    if (!this.#near) return;
    const { found, extent } = this.#near;
    for (let edge = 0; edge < found.size; edge++) {
      const at = 4 * edge;
      const x = found.ends[at]!;
      const y = found.ends[at + 1]!;
      const toX = found.ends[at + 2]!;
      const toY = found.ends[at + 3]!;
      if (!found.continues(edge) && contains(extent, x, y)) this.#visitEnd(edge, 'from', x, y, each);
      if ((toX !== x || toY !== y) && contains(extent, toX, toY)) this.#visitEnd(edge, 'to', toX, toY, each);
    }
  }

  segment(edge: number): Segment {
    return this.#near!.found.segment(edge);
  }

  /** The edges on the screen, without those that are out of sight. */
  get edges(): readonly ScreenEdge[] {
    return (this.#shown ??= this.#onScreen());
  }

  #visitEnd(edge: number, side: 'from' | 'to', x: number, y: number, each: EdgeEndVisitor): void {
    // Only viewers with heights need the height; reading it from each object takes far longer than the rest.
    const place = this.#view.groundBehind ? this.segment(edge)[side] : [x, y];
    const pixel = this.#view.toPixel(place as Position);
    if (pixel) each(pixel, edge, side);
  }

  #onScreen(): ScreenEdge[] {
    const edges: ScreenEdge[] = [];
    let b: Pixel | undefined;
    const found = this.#near?.found;
    for (let edge = 0; edge < (found?.size ?? 0); edge++) {
      const { id, from, to } = found!.segment(edge);
      const a: Pixel | undefined = found!.continues(edge) ? b : this.#view.toPixel(from as Position);
      b = from === to ? a : this.#view.toPixel(to as Position);
      if (a && b) edges.push({ id, from: from as Position, to: to as Position, a, b });
    }
    return edges;
  }
}

/** Returns the edges on the screen, without those that are out of sight. */
export function solidEdges(view: ViewProjection, solids: readonly SolidEdge[]): readonly ScreenEdge[] {
  return solids.flatMap(({ objectId, ...edge }): ScreenEdge[] => {
    const [a, b] = [view.toPixel(edge.from), view.toPixel(edge.to)];
    return a && b ? [{ ...edge, id: objectId, a, b }] : [];
  });
}

export interface EdgeInReach {
  readonly edge: ScreenEdge;
  /** Fraction of the edge at which it is nearest to the pointer. */
  readonly share: number;
  /** CSS pixels from there to the pointer. */
  readonly distance: number;
}

/** Returns the edges within `tolerance` of the pointer, the nearest first. */
export function edgesInReach(
  pixel: Pixel,
  edges: readonly ScreenEdge[],
  tolerance: number,
): readonly EdgeInReach[] {
  const touched: EdgeInReach[] = [];
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const { share, distance } = nearestOnEdge(pixel, edge.a, edge.b);
    if (distance <= tolerance) touched.push({ edge, share, distance });
  }
  return touched.sort((one, other) => one.distance - other.distance);
}
