import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import type { NewValues } from '#plugins/work/attributes/api';
import type { EditTargets } from '#plugins/work/selection/api';
import type { TransformForm } from '../model/form.ts';

/** The services of the tools. */
export interface TransformDependencies {
  readonly form: TransformForm;
  readonly targets: EditTargets;
  readonly newValues: NewValues;
  readonly settings: Settings;
  readonly i18n: I18n;
}
