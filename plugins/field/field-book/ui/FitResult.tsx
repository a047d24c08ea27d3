import { PLANE_FIT_NEEDS } from '#core/geodesy';
import type { FieldBookFit } from '#core/protocol';
import { useI18n, useTranslate } from '#core/react';

/** What a fit does, with its standard deviations. */
export function FitResult({ fit }: { fit: FieldBookFit }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const n = (value: number, digits: number) => i18n.number(value, { maximumFractionDigits: digits });
  const within = (value: number, sigma: number | null, digits: number) =>
    sigma === null ? n(value, digits) : `${n(value, digits)} ± ${n(sigma, digits)}`;
  const [east, north] = fit.scale.map((scale) => (scale - 1) * 1e6) as [number, number];
  const ofScale = fit.sigmaScale === null ? null : fit.sigmaScale * 1e6;
  const said = [
    fit.sigma === null
      ? t('fit.unchecked', { needed: PLANE_FIT_NEEDS[fit.method] })
      : t('fit.sigma', { sigma: n(fit.sigma * 1000, 1) }),
    t('fit.turn', { turn: within(fit.turn, fit.sigmaTurn, 5) }),
    fit.method !== 'rigid' && t('fit.scale', { scale: within(east, ofScale, 1) }),
    fit.method === 'affine' && t('fit.scale-north', { scale: within(north, null, 1) }),
    fit.enlarged > 1 && t('fit.enlarged', { times: n(fit.enlarged, 0) }),
  ];
  return <p role="status">{said.filter(Boolean).join(' ')}</p>;
}
