import { canProject } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import { printerOf } from '#core/sketch';
import type { MeasureTextOptions } from './measure-text.ts';
import type { Measures } from './measures.ts';

/** The current formatting of measurements: language, units and working CRS. */
export function textsOf(
  i18n: I18n,
  settings: Settings,
  { plane, groundHeight }: Pick<Measures, 'plane' | 'groundHeight'>,
): MeasureTextOptions {
  const display = settings.get('workingCrs');
  return {
    t: (key, values) => i18n.t(`measure-2d:${key}`, values),
    print: printerOf(i18n, settings),
    locale: i18n.language,
    units: settings.get('units'),
    display: canProject(display) ? display : 'EPSG:4326',
    plane,
    groundHeight,
  };
}
