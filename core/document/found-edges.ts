import type { Geometry, Position } from '#core/protocol';
import type { FoundEdges, Segment } from './contract.ts';
import type { MapObject } from './object.ts';
import { positionsOf, runsOf } from './runs.ts';

/** Collects edges (and points) while searching. */
export class EdgeList implements FoundEdges {
  readonly ends: number[] = [];
  readonly #objects: MapObject[] = [];
  /** Per edge: its run in the object, and its first vertex. */
  readonly #vertices: number[] = [];
  /** The runs of the object read last: the next edge is mostly of the same. */
  #runs: readonly (readonly Position[])[] = [];
  #last: MapObject | undefined;

  constructor(
    /** Further edges are ignored. */
    readonly max: number,
  ) {}

  get size(): number {
    return this.#objects.length;
  }

  get isFull(): boolean {
    return this.#objects.length >= this.max;
  }

  add(object: MapObject, run: number, at: number, x: number, y: number, toX: number, toY: number): void {
    if (this.isFull) return;
    this.#objects.push(object);
    this.#vertices.push(run, at);
    this.ends.push(x, y, toX, toY);
  }

  continues(edge: number): boolean {
    if (edge === 0 || this.#objects[edge] !== this.#objects[edge - 1]) return false;
    const [places, at] = [this.#vertices, 2 * edge];
    return places[at] === places[at - 2] && places[at + 1] === places[at - 1]! + 1;
  }

  segment(edge: number): Segment {
    const object = this.#objects[edge]!;
    if (object !== this.#last) this.#runs = positionsOf(object.location);
    this.#last = object;
    const run = this.#vertices[2 * edge]!;
    return new ObjectSegment(object, this.#runs[run]!, run, this.#vertices[2 * edge + 1]!);
  }

  segments(): Segment[] {
    return this.#objects.map((_, edge) => this.segment(edge));
  }
}

/** Paths are computed only on demand: most callers do not need them. */
class ObjectSegment implements Segment {
  readonly id: string;
  readonly from: Position;
  readonly to: Position;
  readonly #location: Geometry;
  readonly #run: number;
  readonly #at: number;

  constructor({ id, location }: MapObject, positions: readonly Position[], run: number, at: number) {
    const isPoint = location.type === 'Point' || location.type === 'MultiPoint';
    this.id = id;
    this.from = positions[at]!;
    this.to = isPoint ? this.from : positions[at + 1]!;
    this.#location = location;
    this.#run = run;
    this.#at = at;
  }

  get path(): readonly number[] {
    return runsOf(this.#location)[this.#run]!.pathTo(this.#at);
  }
}
