import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import type { TransformForm } from '../model/form.ts';
import type { Targets } from '../model/targets.ts';

/** What the tools work with. */
export interface Parts {
  readonly form: TransformForm;
  readonly targets: Targets;
  readonly settings: Settings;
  readonly i18n: I18n;
}
