import type { Segment, SpatialIndex } from '#core/document';
import type { Position } from '#core/protocol';
import type { Pixel, Snap, SnapKind, SnapOptions } from './contract.ts';
import { between } from './paths.ts';
import { crossing, extentAround, nearestOnEdge, type Projection } from './plane.ts';

export interface SnapRequest {
  readonly view: Projection;
  readonly index: SpatialIndex;
  readonly pixel: Pixel;
  readonly options: SnapOptions;
  /** Does this object attract? Hidden layers do not. Silence: every object does. */
  readonly attracts?: (id: string) => boolean;
}

/** Of several in reach the first of these wins, then the nearest: a vertex is never lost to the edge it ends. */
const PRIORITY: readonly SnapKind[] = ['vertex', 'intersection', 'midpoint', 'edge'];
/** Crossings are sought among so many edges at most. */
const MOST_EDGES = 48;

interface Edge extends Segment {
  readonly a: Pixel;
  readonly b: Pixel;
}
interface Candidate extends Snap {
  readonly distance: number;
}

/** The place the pointer is drawn to, with the exact coordinates of what it is drawn to; undefined when nothing is near. */
export function findSnap({ view, index, pixel, options, attracts }: SnapRequest): Snap | undefined {
  const { kinds, tolerance, except, also } = options;
  const extent = extentAround(view, pixel, tolerance);
  if (!extent) return undefined;
  const best = new Map<SnapKind, Candidate>();
  const offer = (kind: SnapKind, position: Position, objectId: string | undefined, at?: Pixel) => {
    const place = at ?? view.toPixel(position);
    if (!place || !kinds.includes(kind)) return;
    const distance = Math.hypot(place[0] - pixel[0], place[1] - pixel[1]);
    if (distance > tolerance || distance >= (best.get(kind)?.distance ?? Infinity)) return;
    best.set(kind, { kind, position, objectId, distance });
  };
  for (const position of also ?? []) offer('vertex', position, undefined);
  const edges: Edge[] = [];
  for (const segment of index.segments(extent)) {
    if (except?.has(segment.id) || attracts?.(segment.id) === false) continue;
    const [from, to] = [segment.from as Position, segment.to as Position];
    const a = view.toPixel(from);
    if (a) offer('vertex', from, segment.id, a);
    if (segment.from === segment.to) continue;
    const b = view.toPixel(to);
    if (b) offer('vertex', to, segment.id, b);
    if (!a || !b) continue;
    const { share, distance } = nearestOnEdge(pixel, a, b);
    if (distance > tolerance) continue;
    offer('midpoint', between(from, to, 0.5), segment.id);
    offer('edge', between(from, to, share), segment.id);
    if (edges.length < MOST_EDGES) edges.push({ ...segment, a, b });
  }
  if (kinds.includes('intersection')) offerCrossings(edges, offer);
  const kind = PRIORITY.find((candidate) => best.has(candidate));
  const found = kind && best.get(kind);
  return found && { kind: found.kind, position: found.position, objectId: found.objectId };
}

function offerCrossings(
  edges: readonly Edge[],
  offer: (kind: SnapKind, position: Position, objectId: string) => void,
): void {
  for (let i = 0; i < edges.length; i++) {
    for (let j = i + 1; j < edges.length; j++) {
      const [one, other] = [edges[i]!, edges[j]!];
      const share = crossing(one.a, one.b, other.a, other.b);
      // Where two edges of a ring meet there is a vertex already.
      if (share === undefined || share < 1e-9 || share > 1 - 1e-9) continue;
      offer('intersection', between(one.from as Position, one.to as Position, share), one.id);
    }
  }
}
