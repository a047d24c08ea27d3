import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import type { Selection } from '#plugins/work/selection/api';
import type { How } from '../model/how.ts';

/** What the tools of this plugin work with. */
export interface AreaParts {
  readonly selection: Selection;
  readonly how: How;
  readonly settings: Settings;
  readonly i18n: I18n;
  /** May it be selected? Hidden and locked layers may not. */
  readonly accepts: (object: MapObject) => boolean;
}
