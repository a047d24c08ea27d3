import type { Edit } from '#core/document';
import type { StepLabel } from '#core/history';
import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';

/** The values a person gave last, by object type: offered again for the next object. Kept on this device. */
export interface LastValues {
  of(typeName: string): Readonly<Record<string, unknown>>;
  /** Empty values are not remembered. */
  remember(typeName: string, values: Readonly<Record<string, unknown>>): void;
}
export const LAST_VALUES = serviceToken<LastValues>('attributes.LastValues');

/** Makes objects like others, such as copies and parts. */
export interface NewValues {
  /**
   * As `history.perform`. Where the edit makes objects with values that only one object may have, the person is asked for
   * others first. `done` is called when the step is made, so never where they gave it up. False: nothing was to change.
   */
  perform(project: OpenProject, edit: Edit, label: StepLabel, done?: () => void): boolean;
}
export const NEW_VALUES = serviceToken<NewValues>('attributes.NewValues');
