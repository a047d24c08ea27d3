import type { SpatialIndex } from '#core/document';
import type { Position } from '#core/protocol';
import type { Pixel, Snap, SnapKind, SnapOptions } from './contract.ts';
import { between } from './paths.ts';
import { crossing, extentAround, nearestOnEdge, type Projection } from './plane.ts';
import { centresOf, extensionAt, footOf, type Edge } from './snap-places.ts';

export interface SnapRequest {
  readonly view: Projection;
  readonly index: SpatialIndex;
  readonly pixel: Pixel;
  readonly options: SnapOptions;
  /** Does this object attract? Hidden layers do not. Silence: every object does. */
  readonly attracts?: (id: string) => boolean;
}

/** Of several in reach the first of these wins, then the nearest: a vertex is never lost to the edge it ends. */
export const SNAP_KINDS = [
  'vertex',
  'intersection',
  'centre',
  'midpoint',
  'perpendicular',
  'edge',
  'extension',
] as const satisfies readonly SnapKind[];
/** Crossings are sought among so many edges at most. */
const MOST_EDGES = 48;
/** Centres are sought of so many areas, extensions of so many edges at most. */
const MOST_AREAS = 200;
const MOST_EXTENSIONS = 400;
/** An edge is extended to so many times the tolerance beyond its end. */
const REACH = 12;

interface Candidate extends Snap {
  readonly distance: number;
}
type Offer = (kind: SnapKind, position: Position, objectId: string | undefined, more?: Placing) => void;
interface Placing {
  /** Where it is on the screen, where that is known already. */
  readonly at?: Pixel;
  readonly guide?: Position;
}

/** The place the pointer is drawn to, with the exact coordinates of what it is drawn to; undefined when nothing is near. */
export function findSnap(request: SnapRequest): Snap | undefined {
  const { view, pixel, options } = request;
  const best = new Map<SnapKind, Candidate>();
  const offer: Offer = (kind, position, objectId, { at, guide } = {}) => {
    const place = at ?? view.toPixel(position);
    if (!place || !options.kinds.includes(kind)) return;
    const distance = Math.hypot(place[0] - pixel[0], place[1] - pixel[1]);
    if (distance > options.tolerance || distance >= (best.get(kind)?.distance ?? Infinity)) return;
    best.set(kind, { kind, position, objectId, distance, ...(guide ? { guide } : {}) });
  };
  for (const position of options.also ?? []) offer('vertex', position, undefined);
  offerNear(request, offer);
  // Only where nothing real is in reach: there are many more continuations than edges.
  if (best.size === 0 && options.kinds.includes('extension')) offerExtensions(request, offer);
  const kind = SNAP_KINDS.find((candidate) => best.has(candidate));
  const found = kind && best.get(kind);
  if (!found) return undefined;
  const { distance: _distance, ...snap } = found;
  return snap;
}

function offerNear({ view, index, pixel, options, attracts }: SnapRequest, offer: Offer): void {
  const { kinds, tolerance, except, from: origin } = options;
  const extent = extentAround(view, pixel, tolerance);
  if (!extent) return;
  const lets = (id: string) => !except?.has(id) && attracts?.(id) !== false;
  const edges: Edge[] = [];
  for (const segment of index.segments(extent)) {
    if (!lets(segment.id)) continue;
    const [from, to] = [segment.from as Position, segment.to as Position];
    const a = view.toPixel(from);
    if (a) offer('vertex', from, segment.id, { at: a });
    if (segment.from === segment.to) continue;
    const b = view.toPixel(to);
    if (b) offer('vertex', to, segment.id, { at: b });
    if (!a || !b) continue;
    const { share, distance } = nearestOnEdge(pixel, a, b);
    if (distance > tolerance) continue;
    const edge = { id: segment.id, from, to, a, b };
    offer('midpoint', between(from, to, 0.5), segment.id);
    offer('edge', between(from, to, share), segment.id);
    const foot = origin && kinds.includes('perpendicular') && footOf(view, origin, edge);
    if (foot) offer('perpendicular', foot, segment.id, { guide: origin });
    if (edges.length < MOST_EDGES) edges.push(edge);
  }
  if (kinds.includes('intersection')) offerCrossings(edges, offer);
  if (kinds.includes('centre'))
    for (const { id, location } of index.objects(extent).slice(0, MOST_AREAS))
      if (lets(id)) for (const centre of centresOf(location)) offer('centre', centre, id);
}

function offerCrossings(edges: readonly Edge[], offer: Offer): void {
  for (let i = 0; i < edges.length; i++) {
    for (let j = i + 1; j < edges.length; j++) {
      const [one, other] = [edges[i]!, edges[j]!];
      const share = crossing(one.a, one.b, other.a, other.b);
      // Where two edges of a ring meet there is a vertex already.
      if (share === undefined || share < 1e-9 || share > 1 - 1e-9) continue;
      offer('intersection', between(one.from, one.to, share), one.id);
    }
  }
}

function offerExtensions({ view, index, pixel, options, attracts }: SnapRequest, offer: Offer): void {
  const reach = options.tolerance * REACH;
  const extent = extentAround(view, pixel, reach);
  if (!extent) return;
  let left = MOST_EXTENSIONS;
  for (const { id, from, to } of index.segments(extent)) {
    if (from === to || options.except?.has(id) || attracts?.(id) === false) continue;
    if (left-- === 0) return;
    const [a, b] = [view.toPixel(from as Position), view.toPixel(to as Position)];
    const found =
      a && b && extensionAt(pixel, { id, from: from as Position, to: to as Position, a, b }, reach);
    if (found) offer('extension', found.position, id, { guide: found.end });
  }
}
