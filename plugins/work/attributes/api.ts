import type { Edit, MapObject } from '#core/document';
import type { Guarded, ServiceName } from '#core/plugin';
import type { FieldLack } from '#core/fields';
import type { StepLabel } from '#core/history';
import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';

/** What is offered beside a field of one type, whose value is otherwise typed. */
export interface FieldPickerContribution extends Guarded {
  id: string;
  type: 'image' | 'document';
  /** Service of type `ComponentType<FieldPickerProps>`. */
  render: ServiceName;
  order: number;
}

export interface FieldPickerProps {
  object: MapObject;
  value: string | undefined;
  isReadOnly: boolean;
  onPick: (value: string | undefined) => void;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    fieldPickers: FieldPickerContribution;
  }
}

/** The values last entered for each object type, offered for the next object. Stored on this device. */
export interface LastValues {
  of(typeName: string): Readonly<Record<string, unknown>>;
  /** Empty values are not stored. */
  remember(typeName: string, values: Readonly<Record<string, unknown>>): void;
}
export const LAST_VALUES = serviceToken<LastValues>('attributes.LastValues');

/** Performs edits that create objects from others, such as copies and parts. */
export interface NewValues {
  /**
   * Like `history.perform`. Where the edit creates objects with duplicate values of unique fields, the person is
   * asked for other values first. `done` is called when the step is performed, `cancelled` if the person does not
   * answer. Returns false if there was nothing to change.
   */
  perform(
    project: OpenProject,
    edit: Edit,
    label: StepLabel,
    done?: () => void,
    cancelled?: () => void,
  ): boolean;
}
export const NEW_VALUES = serviceToken<NewValues>('attributes.NewValues');

/** Creates objects, for tools that do not describe them in a dialog of their own. */
export interface NewObjects {
  /**
   * The fields for which a new object of the type still needs a value, or another one, with the defaults of its fields;
   * empty if it can be stored.
   */
  lacks(
    project: OpenProject,
    typeName: string,
    properties: Readonly<Record<string, unknown>>,
  ): readonly FieldLack[];
  /**
   * Adds the objects as one step, with the defaults of their fields. If they lack values, the person is asked for them
   * first, once for each field. Resolves to whether they were added; false if the person cancels.
   */
  add(project: OpenProject, objects: readonly MapObject[], label: StepLabel): Promise<boolean>;
}
export const NEW_OBJECTS = serviceToken<NewObjects>('attributes.NewObjects');
