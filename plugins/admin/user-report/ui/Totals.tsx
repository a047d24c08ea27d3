import { ACTIVITIES } from '#core/protocol';
import { useI18n, useTranslate } from '#core/react';
import type { ReportSectionProps } from '../api.ts';

/** Of all people together. */
export function Totals({ report: { totals } }: ReportSectionProps) {
  const t = useTranslate('user-report');
  const i18n = useI18n();
  return (
    <dl className="report-totals">
      {ACTIVITIES.map((what) => (
        <div key={what}>
          <dt>{t(`activity.${what}`)}</dt>
          <dd className="g-figures">{i18n.number(totals[what])}</dd>
        </div>
      ))}
    </dl>
  );
}
