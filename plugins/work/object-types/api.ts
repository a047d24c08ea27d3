import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';

/** The dialog for the fields of an object type. */
export interface FieldsEditor {
  /** Whether the person may change object types. */
  readonly mayEdit: boolean;
  /** `isAdding`: begins with a new field. Default: false. */
  open(project: OpenProject, typeName: string, options?: { isAdding?: boolean }): void;
}
export const FIELDS_EDITOR = serviceToken<FieldsEditor>('object-types.FieldsEditor');
