import { action, makeObservable, observable, observableRef } from 'mobx';
import type { ProjectDocument } from '#core/document';
import { vertexAt } from '#core/mapview';
import { sharing, type VertexRef } from '../edits/vertices.ts';
import type { ReasonAgainst } from './editable-selection.ts';

/** What the vertex tool and its panel share. */
export class VertexEditing {
  /** The vertex that keys and typed values move. */
  active: VertexRef | undefined = undefined;
  /** Vertices of other objects in exactly the same place move along. */
  shared = false;

  constructor(readonly reasonAgainst: ReasonAgainst) {
    makeObservable(this, { active: observableRef, shared: observable, activate: action, setShared: action });
  }

  activate(vertex: VertexRef | undefined): void {
    this.active = vertex;
  }

  setShared(shared: boolean): void {
    this.shared = shared;
  }

  /** What moves when `vertex` does: itself and, where they are shared, the vertices of others in its place. */
  along(vertex: VertexRef, document: ProjectDocument): VertexRef[] {
    const object = document.get(vertex.id);
    if (!object || !this.shared) return [vertex];
    const position = vertexAt(object.location, vertex.path);
    const [x, y] = position;
    const near = document.index.search([x, y, x, y]).flatMap((id) => document.get(id) ?? []);
    const movable = near.filter((other) => this.reasonAgainst(other) === undefined);
    return [vertex, ...sharing(movable, position)];
  }
}
