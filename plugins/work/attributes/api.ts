import type { Edit } from '#core/document';
import type { StepLabel } from '#core/history';
import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';

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
   * asked for other values first. `done` is called when the step is performed, and not if the person cancels. Returns
   * false if there was nothing to change.
   */
  perform(project: OpenProject, edit: Edit, label: StepLabel, done?: () => void): boolean;
}
export const NEW_VALUES = serviceToken<NewValues>('attributes.NewValues');
