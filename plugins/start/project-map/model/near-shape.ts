import { makeAutoObservable, observableRef } from 'mobx';
import type { Geometry, Position } from '#core/protocol';

export type NearKind = 'point' | 'linestring' | 'polygon';

/** Fewest vertices of each kind. */
const FEWEST: Readonly<Record<NearKind, number>> = { point: 1, linestring: 2, polygon: 3 };

/** Draws one point, line or area: vertex by vertex, until it is finished or given up. */
export class NearDrawing {
  kind: NearKind | undefined = undefined;
  vertices: readonly Position[] = [];
  /** Where the pointer is. */
  pointer: Position | undefined = undefined;
  readonly #onDrawn: (geometry: Geometry) => void;

  constructor(onDrawn: (geometry: Geometry) => void) {
    this.#onDrawn = onDrawn;
    makeAutoObservable(this, { vertices: observableRef, pointer: observableRef }, { autoBind: true });
  }

  get canFinish(): boolean {
    return this.kind !== undefined && this.vertices.length >= FEWEST[this.kind];
  }

  start(kind: NearKind): void {
    this.stop();
    this.kind = kind;
  }

  stop(): void {
    this.kind = this.pointer = undefined;
    this.vertices = [];
  }

  move(to: Position | undefined): void {
    if (this.kind) this.pointer = to;
  }

  add(vertex: Position): void {
    if (!this.kind) return;
    const last = this.vertices.at(-1);
    if (!last || last[0] !== vertex[0] || last[1] !== vertex[1])
      this.vertices = [...this.vertices, [vertex[0], vertex[1]]];
    if (this.kind === 'point') this.finish();
  }

  takeBack(): void {
    this.vertices = this.vertices.slice(0, -1);
  }

  finish(): void {
    if (!this.kind || !this.canFinish) return;
    const geometry = shapeOf(this.kind, this.vertices);
    this.stop();
    this.#onDrawn(geometry);
  }

  /** What is drawn so far, up to the pointer; undefined before the first vertex. */
  get sketch(): Geometry | undefined {
    const places = this.pointer ? [...this.vertices, this.pointer] : this.vertices;
    if (!this.kind || this.vertices.length === 0) return undefined;
    if (places.length < 2) return shapeOf('point', places);
    return shapeOf(this.kind === 'polygon' && places.length > 2 ? 'polygon' : 'linestring', places);
  }
}

function shapeOf(kind: NearKind, places: readonly Position[]): Geometry {
  if (kind === 'point') return { type: 'Point', coordinates: places[0]! };
  if (kind === 'linestring') return { type: 'LineString', coordinates: [...places] };
  return { type: 'Polygon', coordinates: [[...places, places[0]!]] };
}
