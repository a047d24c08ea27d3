import type { CloudMeasured } from '#core/protocol';
import { useI18n, usePrinter, useTranslate } from '#core/react';
import { merged } from '../model/histogram.ts';
import { Histogram } from './Histogram.tsx';

/** Of the histogram. */
const BARS = 40;

type Found = NonNullable<Extract<CloudMeasured, { measure: 'deviation' }>['deviation']>;

/** What a comparison found: its figures, and how many points deviate by how much. `unit`: metres per unit of its lengths. */
export function DeviationFigures({
  deviation,
  tolerance,
  unit,
}: {
  deviation: Found;
  /** In the unit of the lengths. */
  tolerance: number | null;
  unit: number;
}) {
  const t = useTranslate('cloud-measure');
  const i18n = useI18n();
  const printer = usePrinter();
  const length = (value: number) => printer.length(value * unit);
  const { mean, median, rms, plusMinus, compared, beyond, within, histogram } = deviation;
  const share = (count: number) =>
    i18n.number(count / Math.max(1, compared), { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <dl className="cms-values">
        <dt>{t('quantity.mean')}</dt>
        <dd className="g-figures">{`${length(mean)} ± ${length(plusMinus)}`}</dd>
        <dt>{t('quantity.median')}</dt>
        <dd className="g-figures">{length(median)}</dd>
        <dt>{t('quantity.rms')}</dt>
        <dd className="g-figures">{length(rms)}</dd>
        <dt>{t('deviation.compared')}</dt>
        <dd className="g-figures">{i18n.number(compared)}</dd>
        <dt>{t('deviation.beyond')}</dt>
        <dd className="g-figures">{i18n.number(beyond)}</dd>
        {within !== null && tolerance !== null && (
          <>
            <dt>{t('deviation.within', { tolerance: length(tolerance) })}</dt>
            <dd className="g-figures">{`${i18n.number(within)} (${share(within)})`}</dd>
          </>
        )}
      </dl>
      <Histogram
        {...merged(histogram, Math.ceil(histogram.counts.length / BARS))}
        tolerance={tolerance ?? undefined}
        print={length}
      />
    </>
  );
}
