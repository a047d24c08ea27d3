import type { MapObject, ProjectDocument, Segment } from '#core/document';
import type { Position } from '#core/protocol';

/** Positions closer than this are the same: 0.1 mm, in degrees at the equator. */
const SAME = 1e-9;
/** An edge with more neighbours is followed to its ends only. */
const MAX_NEIGHBOURS = 2_000;

/** A point where edges meet. There is one node per position. */
export interface Node {
  readonly place: Position;
}

export interface NetworkStep {
  readonly to: Node;
  /** In degrees of latitude; longitudes are scaled by the latitude where the network begins. */
  readonly length: number;
}

/**
 * The edges of the objects that can be traced, as a network: its nodes are vertices, and points where edges meet or
 * cross. Looked up in the document's index when needed, and cached.
 */
export class Network {
  readonly #nodes = new Map<string, Node>();
  readonly #steps = new Map<Node, readonly NetworkStep[]>();
  readonly #stops = new Map<string, readonly EdgeStop[]>();

  constructor(
    readonly index: ProjectDocument['index'],
    readonly follows: (object: MapObject) => boolean,
    /** The factor of degrees of longitude; that of latitude is 1. */
    readonly shrink: number,
  ) {}

  nodeAt(place: Position): Node {
    const key = keyOf(place);
    const known = this.#nodes.get(key);
    if (known) return known;
    const node = { place };
    this.#nodes.set(key, node);
    return node;
  }

  stepsFrom(node: Node): readonly NetworkStep[] {
    const known = this.#steps.get(node);
    if (known) return known;
    const steps = this.from(node.place);
    this.#steps.set(node, steps);
    return steps;
  }

  /** The next nodes in both directions from a position on an edge; empty where there is no edge. */
  from(place: Position): readonly NetworkStep[] {
    const steps: NetworkStep[] = [];
    for (const edge of this.#edgesAt(place)) {
      const share = shareOn(edge, place)!;
      const stops = this.#stopsOf(edge);
      const before = stops.findLast((stop) => stop.share < share && !same(stop.place, place));
      const after = stops.find((stop) => stop.share > share && !same(stop.place, place));
      for (const stop of [before, after])
        if (stop) steps.push({ to: this.nodeAt(stop.place), length: this.distance(place, stop.place) });
    }
    return steps;
  }

  /** Whether both positions lie on one edge with no node between. */
  isStep(from: Position, to: Position): boolean {
    return this.#edgesAt(from).some((edge) => {
      const [a, b] = [shareOn(edge, from), shareOn(edge, to)];
      if (a === undefined || b === undefined) return false;
      const [low, high] = a < b ? [a, b] : [b, a];
      return this.#stopsOf(edge).every(
        ({ share, place }) => share <= low || share >= high || same(place, from) || same(place, to),
      );
    });
  }

  distance(a: Position, b: Position): number {
    return Math.hypot((b[0] - a[0]) * this.shrink, b[1] - a[1]);
  }

  #edgesAt(place: Position): Segment[] {
    const [x, y] = place;
    return this.index
      .segments([x - SAME, y - SAME, x + SAME, y + SAME], { where: this.follows })
      .filter((edge) => edge.from !== edge.to && shareOn(edge, place) !== undefined);
  }

  /** The nodes of an edge in order: its ends, and where others meet or cross it. */
  #stopsOf(edge: Segment): readonly EdgeStop[] {
    const key = `${edge.id}/${edge.path.join('/')}`;
    const known = this.#stops.get(key);
    if (known) return known;
    const [from, to] = [edge.from as Position, edge.to as Position];
    const stops = [
      { share: 0, place: from },
      { share: 1, place: to },
    ];
    const others = this.index.segments(boxOf(from, to), { max: MAX_NEIGHBOURS + 1, where: this.follows });
    for (const other of others.length > MAX_NEIGHBOURS ? [] : others) {
      if (other.from === other.to) continue;
      for (const place of meetings(edge, other)) {
        const share = shareOn(edge, place);
        if (share !== undefined && !stops.some((stop) => same(stop.place, place)))
          stops.push({ share, place });
      }
    }
    stops.sort((a, b) => a.share - b.share);
    this.#stops.set(key, stops);
    return stops;
  }
}

interface EdgeStop {
  readonly share: number;
  readonly place: Position;
}

/** The key of a position: the same for positions less than 0.1 mm apart, except across a rounding boundary. */
function keyOf([x, y]: Position): string {
  return `${Math.round(x / SAME)},${Math.round(y / SAME)}`;
}

function same(a: Position, b: Position): boolean {
  return Math.abs(a[0] - b[0]) <= SAME && Math.abs(a[1] - b[1]) <= SAME;
}

function boxOf(a: Position, b: Position): [number, number, number, number] {
  return [
    Math.min(a[0], b[0]) - SAME,
    Math.min(a[1], b[1]) - SAME,
    Math.max(a[0], b[0]) + SAME,
    Math.max(a[1], b[1]) + SAME,
  ];
}

/** The fraction (0 to 1) of the edge at which a position lies; undefined if it is not on the edge. */
function shareOn({ from, to }: Pick<Segment, 'from' | 'to'>, [x, y]: Position): number | undefined {
  const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
  const length = Math.hypot(dx, dy);
  if (length === 0) return undefined;
  const [px, py] = [x - from[0]!, y - from[1]!];
  const along = (px * dx + py * dy) / length;
  const offset = Math.abs(px * dy - py * dx) / length;
  if (offset > SAME || along < -SAME || along > length + SAME) return undefined;
  return Math.min(1, Math.max(0, along / length));
}

/** Where another edge meets this one: its ends on it, or where the two cross. */
function meetings(edge: Segment, other: Segment): Position[] {
  const ends = [other.from as Position, other.to as Position].filter(
    (end) => shareOn(edge, end) !== undefined,
  );
  if (ends.length > 0) return ends;
  // Computed in a fixed order, so that both edges get the same position.
  const [a, b] = isBefore(edge, other) ? [edge, other] : [other, edge];
  const [rx, ry] = [a.to[0]! - a.from[0]!, a.to[1]! - a.from[1]!];
  const [sx, sy] = [b.to[0]! - b.from[0]!, b.to[1]! - b.from[1]!];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return [];
  const [wx, wy] = [b.from[0]! - a.from[0]!, b.from[1]! - a.from[1]!];
  const [t, u] = [(wx * sy - wy * sx) / cross, (wx * ry - wy * rx) / cross];
  if (t < 0 || t > 1 || u < 0 || u > 1) return [];
  return [[a.from[0]! + t * rx, a.from[1]! + t * ry]];
}

function isBefore(a: Segment, b: Segment): boolean {
  if (a.from[0] !== b.from[0]) return a.from[0]! < b.from[0]!;
  if (a.from[1] !== b.from[1]) return a.from[1]! < b.from[1]!;
  return a.to[0] === b.to[0] ? a.to[1]! < b.to[1]! : a.to[0]! < b.to[0]!;
}
