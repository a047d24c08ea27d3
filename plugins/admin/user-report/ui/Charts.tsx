import type { UserReport } from '#core/protocol';
import { useI18n, useTranslate } from '#core/react';
import type { ReportSectionProps } from '../api.ts';
import { Bars } from './Bars.tsx';

/** Over time: by days, weeks or months, as the report has them. */
export function Charts({ report: { step, periods } }: ReportSectionProps) {
  const t = useTranslate('user-report');
  const i18n = useI18n();
  const titleOf = (start: string) =>
    i18n.date(`${start}T00:00:00Z`, {
      timeZone: 'UTC',
      ...(step === 'month' ? { month: 'long', year: 'numeric' } : { day: 'numeric', month: 'short' }),
    });
  const places = (valuesOf: (period: UserReport['periods'][number]) => number[]) =>
    periods.map((period) => ({ title: titleOf(period.start), values: valuesOf(period) }));
  return (
    <div className="report-charts">
      <Bars
        title={t('chart.objects')}
        series={(['created', 'changed', 'deleted'] as const).map((id) => ({
          id,
          title: t(`activity.${id}`),
        }))}
        places={places(({ created, changed, deleted }) => [created, changed, deleted])}
      />
      <Bars
        title={t('activity.signIns')}
        series={[{ id: 'signIns', title: t('activity.signIns') }]}
        places={places(({ signIns }) => [signIns])}
      />
    </div>
  );
}
