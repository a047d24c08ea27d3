import { canProject } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import { printerOf } from '#core/sketch';
import type { Texts } from './measure-text.ts';
import type { Measures } from './measures.ts';

/** The current formatting of measurements: language, units and CRS of the person. */
export function textsOf(
  i18n: I18n,
  settings: Settings,
  { plane, groundHeight }: Pick<Measures, 'plane' | 'groundHeight'>,
): Texts {
  const display = settings.get('epsg');
  return {
    t: (key, values) => i18n.t(`measure-2d:${key}`, values),
    print: printerOf(i18n, settings),
    locale: i18n.language,
    angleUnit: settings.get('angleUnit'),
    display: canProject(display) ? display : 'EPSG:4326',
    plane,
    groundHeight,
  };
}
