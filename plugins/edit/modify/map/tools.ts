import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import type { Tool } from '#core/tools';
import type { EditableSelection } from '../model/editable-selection.ts';
import type { VertexEditing } from '../model/vertex-editing.ts';
import { MoveSession } from './move-session.ts';
import { VertexSession } from './vertex-session.ts';

/** Edits the vertices of the selected objects. */
export function vertexTool(
  selection: EditableSelection,
  editing: VertexEditing,
  settings: Settings,
  i18n: I18n,
): Tool {
  return { start: (context) => new VertexSession(context, selection, editing, settings, i18n) };
}

/** Moves whole objects. */
export function moveTool(selection: EditableSelection, settings: Settings): Tool {
  return { start: (context) => new MoveSession(context, selection, settings) };
}
