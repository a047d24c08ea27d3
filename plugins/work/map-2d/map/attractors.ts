import Flatbush from 'flatbush';
import { runsOf } from '#core/document';
import type { MapView, Pixel, SolidEdge } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';

/** CSS pixels around the pointer in which edges are searched; tolerances are smaller. */
const REACH = 24;
/** Most edges that attract at a place. */
const MAX_EDGES = 1_000;

/** Edges of geometries that are in no document, found by the pointer. */
export class Attractors {
  readonly #edges: SolidEdge[] = [];
  /** Undefined without edges. */
  readonly #index: Flatbush | undefined;

  constructor(geometries: readonly Geometry[]) {
    for (const geometry of geometries)
      for (const run of runsOf(geometry)) this.#take(run.positions, run.kind === 'points');
    if (this.#edges.length === 0) return;
    this.#index = new Flatbush(this.#edges.length);
    for (const { from, to } of this.#edges)
      this.#index.add(
        Math.min(from[0], to[0]),
        Math.min(from[1], to[1]),
        Math.max(from[0], to[0]),
        Math.max(from[1], to[1]),
      );
    this.#index.finish();
  }

  near(view: Pick<MapView, 'toPosition'>, [x, y]: Pixel): readonly SolidEdge[] {
    const [first, last] = [view.toPosition([x - REACH, y + REACH]), view.toPosition([x + REACH, y - REACH])];
    if (!this.#index || !first || !last) return [];
    const found = this.#index.search(first[0], first[1], last[0], last[1]);
    return found.slice(0, MAX_EDGES).map((n) => this.#edges[n]!);
  }

  #take(positions: readonly Position[], arePoints: boolean): void {
    if (arePoints) for (const position of positions) this.#edges.push({ from: position, to: position });
    else
      for (let n = 1; n < positions.length; n++)
        this.#edges.push({ from: positions[n - 1]!, to: positions[n]! });
  }
}
