import type { Edit, MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import type { OpenProject } from '#core/project';
import { addVertex, moveVertices, together, type VertexRef } from '../edits/vertices.ts';
import type { VertexEditing } from '../model/vertex-editing.ts';
import type { EditHandle } from './handles.ts';
import { NudgeSteps } from './nudge-steps.ts';

const MOVE = { label: 'modify:step.move-vertex', code: 'move-vertex' };
const ADD = { label: 'modify:step.add-vertex', code: 'add-vertex' };

/** Edits vertices, and shared ones of other objects, each as one step of history. */
export class VertexSteps {
  readonly #project: OpenProject;
  readonly #editing: VertexEditing;
  readonly #nudges: NudgeSteps;

  constructor(project: OpenProject, editing: VertexEditing) {
    this.#project = project;
    this.#editing = editing;
    this.#nudges = new NudgeSteps(project.history);
  }

  /** Returns the objects after a drop at `to`. */
  preview(handle: EditHandle, to: Position, ground?: number): MapObject[] {
    return this.#editTo(handle, to, ground)(this.#project.document).flatMap(({ after }) => after ?? []);
  }

  commit(handle: EditHandle, to: Position, ground?: number): void {
    const label = handle.role === 'midpoint' ? ADD : MOVE;
    this.#project.history.perform(this.#editTo(handle, to, ground), label);
  }

  nudge(vertex: VertexRef, to: Position, ground: number | undefined): void {
    const { document } = this.#project;
    this.#nudges.perform(vertex, moveVertices(this.#editing.along(vertex, document), to, ground), MOVE);
  }

  /** Moves a vertex, or inserts one at a midpoint; `ground` as in `moveVertices`. */
  #editTo(handle: EditHandle, to: Position, ground?: number): Edit {
    const { document } = this.#project;
    if (handle.role === 'midpoint')
      return together(this.#editing.alongEdge(handle, document).map((vertex) => addVertex(vertex, to)));
    return moveVertices(this.#editing.along(handle, document), to, ground);
  }
}
