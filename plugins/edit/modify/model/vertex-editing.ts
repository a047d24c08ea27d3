import { makeAutoObservable, observableRef } from 'mobx';
import type { Extent, MapObject, ProjectDocument } from '#core/document';
import { serviceToken } from '#core/kernel';
import { vertexAt } from '#core/mapview';
import { oneOfEach, sharing, type VertexRef } from '../edits/vertices.ts';

/** The state shared by the vertex tool and its panel. */
export class VertexEditing {
  /** The vertex moved by keys and typed values. */
  active: VertexRef | undefined = undefined;
  /** Whether vertices of other objects at the same position, and edges between the same two vertices, change too. */
  shared = false;

  constructor(readonly isLocked: (object: MapObject) => boolean) {
    makeAutoObservable(this, { active: observableRef, isLocked: false });
  }

  activate(vertex: VertexRef | undefined): void {
    this.active = vertex;
  }

  setShared(shared: boolean): void {
    this.shared = shared;
  }

  /**
   * Returns the vertices that move with `vertex`: itself and, with shared vertices on, those of other objects at its
   * position.
   */
  along(vertex: VertexRef, document: ProjectDocument): VertexRef[] {
    const object = document.get(vertex.id);
    if (!object || !this.shared) return [vertex];
    const position = vertexAt(object.location, vertex.path);
    const [x, y] = position;
    const near = document.index.search([x, y, x, y]).flatMap((id) => document.get(id) ?? []);
    const movable = near.filter((other) => !this.isLocked(other));
    return [vertex, ...sharing(movable, position)];
  }

  /**
   * Returns where to insert a vertex on the edge before `vertex`: there and, with shared vertices on, in the same
   * edge of other objects.
   */
  alongEdge(vertex: VertexRef, document: ProjectDocument): VertexRef[] {
    const object = document.get(vertex.id);
    if (!object || !this.shared) return [vertex];
    const last = vertex.path.at(-1)!;
    const from = vertexAt(object.location, vertex.path.with(-1, last - 1));
    const to = vertexAt(object.location, vertex.path);
    const box = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])]; // prettier-ignore
    const same = (a: readonly number[], b: readonly number[]) => a[0] === b[0] && a[1] === b[1];
    const found = [vertex];
    for (const segment of document.index.segments(box as unknown as Extent)) {
      const other = document.get(segment.id);
      if (!other || this.isLocked(other)) continue;
      const { from: a, to: b, path } = segment;
      if ((same(a, from) && same(b, to)) || (same(a, to) && same(b, from)))
        found.push({ id: segment.id, path: [...path.slice(0, -1), path.at(-1)! + 1] });
    }
    return oneOfEach(found);
  }
}

// Used only inside this plugin.
export const VERTEX_EDITING = serviceToken<VertexEditing>('modify.VertexEditing');
