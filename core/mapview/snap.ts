import type { MapObject, SpatialIndex } from '#core/document';
import type { Position } from '#core/protocol';
import { interpolate } from '#core/shapes';
import type { Pixel, Snap, SnapKind, SnapOptions, SolidEdge } from './contract.ts';
import { crossing, type ViewProjection } from './plane.ts';
import {
  NearEdges,
  objectsNear,
  solidEdges,
  edgesInReach,
  type ScreenEdge,
  type Neighbourhood,
  type EdgeInReach,
} from './snap-near.ts';
import { centresOf, extensionAt, footOf, footOnScreen } from './snap-places.ts';

export interface SnapRequest {
  readonly view: ViewProjection;
  readonly index: SpatialIndex;
  readonly pixel: Pixel;
  readonly options: SnapOptions;
  /** Returns whether this object attracts; objects of hidden layers do not. Default: every object does. */
  readonly attracts?: (object: MapObject) => boolean;
  /** Edges that attract, in addition to those of the index. */
  readonly solids?: readonly SolidEdge[] | undefined;
}

/**
 * In order of precedence; within a kind the nearest wins. A vertex takes precedence over the edge that ends there.
 */
export const SNAP_KINDS = [
  'vertex',
  'intersection',
  'centre',
  'midpoint',
  'perpendicular',
  'edge',
  'extension',
] as const satisfies readonly SnapKind[];
/** Beyond this number of edges or areas in reach, only the nearest attract: a screen cannot show more apart. */
const MAX_EDGES = 5_000;
/**
 * The first search is limited to this number of edges and this fraction of the tolerance. A result within the
 * distance it covers is the nearest of all.
 */
const FIRST_EDGES = 200;
const FIRST_REACH = 0.5;
const MAX_AREAS = 1_000;
/** Intersections are searched among this many nearest edges, extensions among `MAX_EXTENDED`. */
const MAX_CROSSING = 400;
const MAX_EXTENDED = 2_000;
/** An edge is extended beyond its end by this multiple of the tolerance. */
const REACH = 12;

type Attracting = Pick<ScreenEdge, 'id' | 'surface'>;

interface Candidate {
  readonly position: Position;
  readonly of: Attracting | undefined;
  readonly guide: Position | undefined;
  readonly distance: number;
}

/** Returns what the pointer snaps to, with exact coordinates; undefined if nothing is near. */
export function findSnap(request: SnapRequest): Snap | undefined {
  const search = new SnapSearch(request);
  for (const kind of SNAP_KINDS) {
    if (!request.options.kinds.includes(kind)) continue;
    search[kind]();
    if (search.widens()) search[kind]();
    if (!search.best) continue;
    const { position, of, guide } = search.best;
    return {
      kind,
      position,
      objectId: of?.id,
      ...(of?.surface === undefined ? {} : { surface: of.surface }),
      ...(guide ? { guide } : {}),
    };
  }
  return undefined;
}

/** Searches one kind after the other, each only if the kinds before it are not in reach. */
class SnapSearch implements Record<SnapKind, () => void> {
  best: Candidate | undefined;
  readonly #view: ViewProjection;
  readonly #pixel: Pixel;
  readonly #options: SnapOptions;
  readonly #around: Neighbourhood;
  readonly #solids: readonly ScreenEdge[];
  #near: NearEdges;
  #known: readonly EdgeInReach[] | undefined;
  #widened = false;

  constructor({ view, index, pixel, options, attracts, solids }: SnapRequest) {
    const { except, tolerance } = options;
    this.#view = view;
    this.#pixel = pixel;
    this.#options = options;
    const lets = (object: MapObject): boolean => !except?.has(object.id) && attracts?.(object) !== false;
    this.#around = { view, index, pixel, attracts: lets };
    const attracting = solids?.filter(({ objectId }) => !objectId || !except?.has(objectId));
    this.#solids = attracting ? solidEdges(view, attracting) : [];
    this.#near = new NearEdges(this.#around, tolerance * FIRST_REACH, FIRST_EDGES);
  }

  /** Extends the search, unless the result is nearer than anything in the extension. Returns whether it did. */
  widens(): boolean {
    const { tolerance } = this.#options;
    if (this.#near.reach >= tolerance || this.#widened) return false;
    if (this.best && this.best.distance <= this.#near.reach) return false;
    this.#near = new NearEdges(this.#around, tolerance, MAX_EDGES);
    this.#known = undefined;
    return (this.#widened = true);
  }

  vertex(): void {
    for (const position of this.#options.also ?? []) this.#offer(position, undefined);
    for (const solid of this.#solids) {
      this.#offer(solid.from, solid, solid.a);
      this.#offer(solid.to, solid, solid.b);
    }
    let nearest = this.best?.distance ?? this.#options.tolerance;
    let end: { edge: number; side: 'from' | 'to'; pixel: Pixel } | undefined;
    this.#near.ends((pixel, edge, side) => {
      const distance = this.#distanceTo(pixel);
      if (distance >= nearest) return;
      nearest = distance;
      end = { edge, side, pixel };
    });
    if (!end) return;
    const segment = this.#near.segment(end.edge);
    this.#offer(segment[end.side] as Position, segment, end.pixel);
  }

  /** The nearest intersection is on two edges that are at most as distant as it is. */
  intersection(): void {
    const near = this.#touched.slice(0, MAX_CROSSING);
    for (const [i, { edge, distance }] of near.entries()) {
      if (this.best && distance > this.best.distance) return;
      for (let j = 0; j < i; j++) {
        const other = near[j]!.edge;
        if (apart(edge, other)) continue;
        const share = crossing(edge.a, edge.b, other.a, other.b);
        // Where two edges of a ring meet there is already a vertex.
        if (share === undefined || share < 1e-9 || share > 1 - 1e-9) continue;
        this.#offer(interpolate(edge.from, edge.to, share), edge);
      }
    }
  }

  centre(): void {
    const areas = objectsNear(this.#around, this.#options.tolerance, MAX_AREAS);
    for (const area of areas) for (const centre of centresOf(area.location)) this.#offer(centre, area);
  }

  midpoint(): void {
    for (const { edge } of this.#touched) this.#offer(interpolate(edge.from, edge.to, 0.5), edge);
  }

  /**
   * Feet are computed exactly one by one, beginning with the one that seems nearest, as long as another may be
   * nearer.
   */
  perpendicular(): void {
    const { from: origin, tolerance } = this.#options;
    const at = origin && this.#view.toPixel(origin);
    if (!at) return;
    const feet = this.#touched
      .flatMap(({ edge }) => footOnScreen(this.#pixel, { position: origin, at }, edge) ?? [])
      .sort((one, other) => one.distance - one.doubt - (other.distance - other.doubt));
    for (const seeming of feet) {
      if (seeming.distance - seeming.doubt > (this.best?.distance ?? tolerance)) return;
      const foot = footOf(origin, seeming);
      if (foot) this.#offer(foot, seeming.edge, undefined, origin);
    }
  }

  edge(): void {
    for (const { edge, share } of this.#touched) this.#offer(interpolate(edge.from, edge.to, share), edge);
  }

  /** Only if no real edge or vertex is in reach: there are many more extensions than edges. */
  extension(): void {
    const reach = this.#options.tolerance * REACH;
    for (const edge of new NearEdges(this.#around, reach, MAX_EXTENDED).edges) {
      const found = edge.from !== edge.to && extensionAt(this.#pixel, edge, reach);
      if (found) this.#offer(found.position, edge, undefined, found.end);
    }
  }

  get #touched(): readonly EdgeInReach[] {
    if (this.#known) return this.#known;
    const { edges } = this.#near;
    const all = this.#solids.length === 0 ? edges : [...edges, ...this.#solids];
    return (this.#known = edgesInReach(this.#pixel, all, this.#options.tolerance));
  }

  /** Proposes a position; `at` is its pixel, if known, and `guide` the start of its guide line. */
  #offer(position: Position, of: Attracting | undefined, at?: Pixel, guide?: Position): void {
    const place = at ?? this.#view.toPixel(position);
    if (!place || !this.#isNearer(place)) return;
    this.best = { position, of, guide, distance: this.#distanceTo(place) };
  }

  #isNearer(place: Pixel): boolean {
    const distance = this.#distanceTo(place);
    return distance <= this.#options.tolerance && distance < (this.best?.distance ?? Infinity);
  }

  #distanceTo(place: Pixel): number {
    const dx = place[0] - this.#pixel[0];
    const dy = place[1] - this.#pixel[1];
    return Math.sqrt(dx * dx + dy * dy);
  }
}

/** Returns whether the boxes around two edges on the screen do not overlap. */
function apart(one: ScreenEdge, other: ScreenEdge): boolean {
  return (
    Math.max(one.a[0], one.b[0]) < Math.min(other.a[0], other.b[0]) ||
    Math.max(other.a[0], other.b[0]) < Math.min(one.a[0], one.b[0]) ||
    Math.max(one.a[1], one.b[1]) < Math.min(other.a[1], other.b[1]) ||
    Math.max(other.a[1], other.b[1]) < Math.min(one.a[1], one.b[1])
  );
}
