import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import type { FinishDrawing } from '#plugins/draw/draw/api';
import type { ShapeOptions } from '../model/options.ts';

/** The services used by the tools of this plugin. */
export interface ShapeDependencies {
  readonly finish: FinishDrawing;
  readonly options: ShapeOptions;
  readonly settings: Settings;
  readonly i18n: I18n;
}
