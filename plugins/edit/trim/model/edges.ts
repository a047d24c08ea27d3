import type { Extent, MapObject, ProjectDocument } from '#core/document';
import type { Position } from '#core/protocol';
import { interpolate, type LineGeometry, nearestOnLine, splitLine } from '#core/shapes';

/** An edge that cuts, or to which a line is extended. */
export type BoundaryEdge = readonly [Position, Position];

/** Number of boxes per query: one box around a long diagonal line covers half the map. */
const STRETCHES = 16;

/**
 * Finds edges of the document's objects that `counts` accepts, with `STRETCHES` small boxes instead of a large one.
 */
export class Edges {
  constructor(
    readonly document: Pick<ProjectDocument, 'get' | 'index'>,
    readonly counts: (object: MapObject) => boolean,
  ) {}

  /** Yields edges that may cross the line from a to b, nearest section first, except those that run along it. */
  *along(a: Position, b: Position): Generator<{ to: Position; edges: BoundaryEdge[] }> {
    for (let i = 0; i < STRETCHES; i++) {
      const from = interpolate(a, b, i / STRETCHES);
      const to = i + 1 === STRETCHES ? b : interpolate(a, b, (i + 1) / STRETCHES);
      const edges = this.#within(boxAround(from, to)).filter((edge) => !runsAlong(a, b, edge));
      yield { to, edges };
    }
  }

  /** Returns edges that may cross a line, each once. */
  meeting(run: readonly Position[]): BoundaryEdge[] {
    const [found, adjacent] = [new Set<BoundaryEdge>(), new Set<BoundaryEdge>()];
    for (let i = 0; i + 1 < run.length; i++)
      for (const edge of this.#within(boxAround(run[i]!, run[i + 1]!)))
        (runsAlong(run[i]!, run[i + 1]!, edge) ? adjacent : found).add(edge);
    return [...found].filter((edge) => !adjacent.has(edge));
  }

  /** The same edge is always the same array. */
  readonly #known = new Map<readonly number[], BoundaryEdge>();

  #within(extent: Extent): BoundaryEdge[] {
    const edges: BoundaryEdge[] = [];
    for (const { id, from, to } of this.document.index.segments(extent)) {
      const object = this.document.get(id);
      if (from === to || !object || !this.counts(object)) continue;
      const known = this.#known.get(from) ?? ([from, to] as unknown as BoundaryEdge);
      this.#known.set(from, known);
      edges.push(known);
    }
    return edges;
  }
}

/** Returns whether the position lies on one of the edges. */
export function isOn(place: Position, edges: readonly BoundaryEdge[]): boolean {
  return edges.some((edge) => nearestOnLine(asLine(edge), place).metres < ON);
}
/** Metres: the tolerance of cuts. */
const ON = 1e-4;

/** Returns the height of the edge at the position; undefined if it has none. */
export function heightOn(place: Position, edges: readonly BoundaryEdge[]): number | undefined {
  const nearest = edges
    .map((edge) => nearestOnLine(asLine(edge), place))
    .sort((a, b) => a.metres - b.metres)[0];
  return nearest?.position[2];
}

/** An edge on the line itself does not cut it. */
function runsAlong(a: Position, b: Position, edge: BoundaryEdge): boolean {
  const split = splitLine(asLine([a, b]), [edge]);
  return 'refused' in split && split.refused.reason === 'runs-along';
}

export function asLine(positions: readonly Position[]): LineGeometry {
  return { type: 'LineString', coordinates: [...positions] };
}

function boxAround(a: Position, b: Position): Extent {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}
