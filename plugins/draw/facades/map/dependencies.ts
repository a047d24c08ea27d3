import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import type { FinishDrawing } from '#plugins/draw/draw/api';
import type { FacadeForm } from '../model/facade-form.ts';

export interface FacadeDependencies {
  readonly form: FacadeForm;
  readonly finish: FinishDrawing;
  readonly settings: Settings;
  readonly i18n: I18n;
}
