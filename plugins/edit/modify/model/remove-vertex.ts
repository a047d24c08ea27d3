import type { OpenProject } from '#core/project';
import { dropVertex, oneOfEach, together, type VertexRef } from '../edits/vertices.ts';
import { makesCrossing } from './crossing.ts';
import type { VertexEditing } from './vertex-editing.ts';

/** Removes a vertex and its shared ones in one step. Returns why it cannot, as a text key. */
export function removeVertex(
  vertex: VertexRef,
  editing: VertexEditing,
  { document, history }: Pick<OpenProject, 'document' | 'history'>,
): string | undefined {
  const edit = together(oneOfEach(editing.along(vertex, document)).map(dropVertex));
  if (makesCrossing(edit, document)) return 'modify:problem.crosses.removed';
  const removed = history.perform(edit, { label: 'modify:step.remove-vertex', code: 'remove-vertex' });
  if (!removed) return 'modify:problem.too-few';
  editing.activate(undefined);
  return undefined;
}
