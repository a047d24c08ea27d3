import type { Extent, FoundEdges, MapObject, Segment, IndexQuery, SpatialIndex } from '#core/document';
import type { Position } from '#core/protocol';
import { nearestOnEdge } from '#core/shapes';
import type { Pixel, SolidEdge } from './contract.ts';
import { contains, extentAround, type Projection } from './plane.ts';

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

interface Nearest<T> {
  readonly found: T;
  readonly extent: Extent;
  readonly reach: number;
}

/**
 * What there is in a square of `reach` CSS pixels around the pointer. Where it is more than `most`, as when a whole
 * project is in view, the square is halved until it is not: what is left out is farther away than what is there. Undefined
 * where the pointer is off the world.
 */
function nearest<T>(
  { view, pixel, attracts }: Neighbourhood,
  reach: number,
  most: number,
  ask: (extent: Extent, sought: IndexQuery) => T,
  sizeOf: (found: T) => number,
): Nearest<T> | undefined {
  for (let half = reach; ; half /= 2) {
    const extent = extentAround(view, pixel, half);
    if (!extent) return undefined;
    const found = ask(extent, { max: most + 1, where: attracts });
    if (sizeOf(found) <= most || half < NEAREST) return { found, extent, reach: half };
  }
}

/** The nearest objects that have their box there. */
export function objectsNear(around: Neighbourhood, reach: number, most: number): readonly MapObject[] {
  const { index } = around;
  const near = nearest(
    around,
    reach,
    most,
    (extent, sought) => index.objects(extent, sought),
    (objects) => objects.length,
  );
  return near?.found ?? [];
}

/** Told where an end is on the screen, and how it is named. */
type Tell = (pixel: Pixel, edge: number, side: 'from' | 'to') => void;

/** The nearest edges. */
export class NearEdges {
  readonly #view: Projection;
  readonly #near: Nearest<FoundEdges> | undefined;
  #shown: readonly Edge[] | undefined;

  constructor(around: Neighbourhood, reach: number, most: number) {
    const { index } = around;
    this.#view = around.view;
    this.#near = nearest(
      around,
      reach,
      most,
      (extent, sought) => index.edges(extent, sought),
      ({ size }) => size,
    );
  }

  /** How far around the pointer they are all there are: CSS pixels. */
  get reach(): number {
    return this.#near?.reach ?? Infinity;
  }

  /**
   * Tells of the ends in the square alone, for most edges that meet it have none there. Ends that two edges share are told once.
   */
  ends(each: Tell): void {
    if (!this.#near) return;
    const { found, extent } = this.#near;
    for (let edge = 0; edge < found.size; edge++) {
      const at = 4 * edge;
      const x = found.ends[at]!;
      const y = found.ends[at + 1]!;
      const toX = found.ends[at + 2]!;
      const toY = found.ends[at + 3]!;
      if (!found.continues(edge) && contains(extent, x, y)) this.#tell(edge, 'from', x, y, each);
      if ((toX !== x || toY !== y) && contains(extent, toX, toY)) this.#tell(edge, 'to', toX, toY, each);
    }
  }

  segment(edge: number): Segment {
    return this.#near!.found.segment(edge);
  }

  /** As they are on the screen; what is out of sight is left out. */
  get edges(): readonly Edge[] {
    return (this.#shown ??= this.#onScreen());
  }

  #tell(edge: number, side: 'from' | 'to', x: number, y: number, each: Tell): void {
    // Heights matter to viewers that have them; going to the object for each takes far longer than this.
    const place = this.#view.sights ? this.segment(edge)[side] : [x, y];
    const pixel = this.#view.toPixel(place as Position);
    if (pixel) each(pixel, edge, side);
  }

  #onScreen(): Edge[] {
    const edges: Edge[] = [];
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

/** As they are on the screen; what is out of sight is left out. */
export function solidEdges(view: Projection, solids: readonly SolidEdge[]): readonly Edge[] {
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
