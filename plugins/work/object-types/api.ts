import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Observable } from 'rxjs';
import type { ObjectType, Style } from '#core/protocol';

/** Where an edited object type comes from: the open project, or a list of types. */
export interface TypeSource {
  /** Sent first: values that the server does not have yet would conflict with the converted ones. */
  readonly autosave?: Pick<OpenProject['autosave'], 'flush'>;
  /** Only the open project has it: its styles are edited beside the map. */
  readonly document?: OpenProject['document'];
  /** Called when the type has changed, also when someone else was faster. */
  reloadTypes(): Promise<void>;
}

/** The dialog for the fields of an object type. */
export interface FieldsEditor {
  /** Whether the person may change object types. */
  readonly mayEdit: boolean;
  /** `isAdding`: begins with a new field. Default: false. */
  open(type: ObjectType, source: TypeSource, options?: { isAdding?: boolean }): void;
}
export const FIELDS_EDITOR = serviceToken<FieldsEditor>('object-types.FieldsEditor');

/** Styles that differ from those of the types: a person's own, and the one being edited. */
export interface ShownStyles {
  /** By type name; emits at once. */
  styles$(projectId: string): Observable<ReadonlyMap<string, Style>>;
}
export const SHOWN_STYLES = serviceToken<ShownStyles>('object-types.ShownStyles');

/** The editor for the style of an object type: a panel beside the map, or a dialog. */
export interface StyleEditor {
  open(type: ObjectType, source: TypeSource): void;
}
export const STYLE_EDITOR = serviceToken<StyleEditor>('object-types.StyleEditor');
