import type { Edit, MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import type { OpenProject } from '#core/project';
import { NudgeSteps } from '#core/sketch';
import { addVertex, moveVertices, together, type VertexRef } from '../edits/vertices.ts';
import { makesCrossing } from '../model/crossing.ts';
import type { VertexEditing } from '../model/vertex-editing.ts';
import type { EditHandle } from './handles.ts';

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

  /** Returns false if an outline would cross itself: nothing is changed. */
  commit(handle: EditHandle, to: Position, ground?: number): boolean {
    const label = handle.role === 'midpoint' ? ADD : MOVE;
    const edit = this.#editTo(handle, to, ground);
    if (makesCrossing(edit, this.#project.document)) return false;
    this.#project.history.perform(edit, label);
    return true;
  }

  /** Returns false as `commit`. */
  nudge(vertex: VertexRef, to: Position, ground: number | undefined): boolean {
    const { document } = this.#project;
    const edit = moveVertices(this.#editing.along(vertex, document), to, ground);
    if (makesCrossing(edit, document)) return false;
    this.#nudges.perform(vertex, edit, MOVE);
    return true;
  }

  /** Moves a vertex, or inserts one at a midpoint; `ground` as in `moveVertices`. */
  #editTo(handle: EditHandle, to: Position, ground?: number): Edit {
    const { document } = this.#project;
    if (handle.role === 'midpoint')
      return together(this.#editing.alongEdge(handle, document).map((vertex) => addVertex(vertex, to)));
    return moveVertices(this.#editing.along(handle, document), to, ground);
  }
}
