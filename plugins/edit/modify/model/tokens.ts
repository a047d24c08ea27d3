import { serviceToken } from '#core/kernel';
import type { Deletion } from './deletion.ts';
import type { VertexEditing } from './vertex-editing.ts';

// Inside this plugin only.
export const DELETION = serviceToken<Deletion>('modify.Deletion');
export const VERTEX_EDITING = serviceToken<VertexEditing>('modify.VertexEditing');
