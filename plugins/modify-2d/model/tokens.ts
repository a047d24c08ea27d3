import { serviceToken } from '#core/kernel';
import type { Deletion } from './deletion.ts';
import type { EditableSelection } from './editable-selection.ts';
import type { VertexEditing } from './vertex-editing.ts';

// Inside this plugin only.
export const DELETION = serviceToken<Deletion>('modify-2d.Deletion');
export const EDITABLE = serviceToken<EditableSelection>('modify-2d.EditableSelection');
export const VERTEX_EDITING = serviceToken<VertexEditing>('modify-2d.VertexEditing');
