import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import type { Selection, SelectionFinder } from '#plugins/work/selection/api';
import type { SelectionOptions } from '../model/selection-options.ts';

/** Services of the tools of this plugin. */
export interface AreaSelectDependencies {
  readonly selection: Selection;
  readonly finder: Pick<SelectionFinder, 'find'>;
  readonly how: SelectionOptions;
  readonly settings: Settings;
  readonly i18n: I18n;
  /** Whether it can be selected; hidden and locked layers cannot. */
  readonly accepts: (object: MapObject) => boolean;
}
