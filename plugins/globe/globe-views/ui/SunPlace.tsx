import { printAngle } from '#core/geodesy';
import { useI18n, useSetting, useTranslate } from '#core/react';
import type { Position } from '#core/protocol';
import { seenFrom, sunOver } from '../model/sun.ts';

/** Decimals that the computation of the sun's position warrants. */
const DIGITS = 2;

/** The sun's azimuth and elevation at the centre of the view. */
export function SunPlace({ instant, place }: { instant: number; place: Position }) {
  const t = useTranslate('globe-views');
  const { language } = useI18n();
  const unit = useSetting('units')[0].angleUnit;
  const { azimuth, elevation } = seenFrom(place, sunOver(instant));
  const print = (degrees: number) => printAngle(degrees, unit, language, DIGITS);
  return (
    <div className="sun-place" role="group" aria-label={t('place')}>
      <dl>
        <dt>{t('azimuth')}</dt>
        <dd className="g-figures">{print(azimuth)}</dd>
        <dt>{t('elevation')}</dt>
        <dd className="g-figures">{print(elevation)}</dd>
      </dl>
      <p className="g-muted">{elevation < 0 ? t('night') : t('place.help')}</p>
    </div>
  );
}
