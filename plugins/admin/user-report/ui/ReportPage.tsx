import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API, projectOptions } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { ACTIVITIES, type UserReport } from '#core/protocol';
import {
  Button,
  ComboBox,
  DateField,
  ErrorPanel,
  Icon,
  Page,
  Skeleton,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { Report, type ReportFormat } from '../model/report.ts';
import { Bars } from './Bars.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import './report.css';

const SPANS = [7, 30, 365] as const;

/** `/userReport`: activity of people between two days. */
export const ReportPage = observer(function ReportPage() {
  const t = useTranslate('user-report');
  const api = useService(API);
  const toasts = useService(TOASTS);
  const [model] = useState(() => new Report(api));
  const [fetching, setFetching] = useState<ReportFormat>();
  useEffect(() => void model.load(), [model]);
  const fetch = async (kind: ReportFormat) => {
    setFetching(kind);
    try {
      save(await model.file(kind));
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setFetching(undefined);
    }
  };
  const { report, state } = model;
  const download = (kind: ReportFormat, title: string) => (
    <Button
      icon={<Icon name="download" />}
      isPending={fetching === kind}
      isDisabled={state !== 'ready'}
      onPress={() => void fetch(kind)}
    >
      {title}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      className="report"
      actions={
        <div className="report-files">
          {download('text/csv', 'CSV')}
          {download('application/pdf', 'PDF')}
        </div>
      }
    >
      <div className="report-asked">
        <DateField
          label={t('from')}
          value={model.from}
          onChange={(from) => from && void model.ask({ from })}
        />
        <DateField label={t('to')} value={model.to} onChange={(to) => to && void model.ask({ to })} />
        <div className="report-spans" role="group" aria-label={t('spans')}>
          {SPANS.map((days) => (
            <Button key={days} variant="quiet" onPress={() => void model.last(days)}>
              {t(`span.${days}`)}
            </Button>
          ))}
        </div>
        <ComboBox
          label={t('project')}
          placeholder={t('project.all')}
          find={(text, signal) => projectOptions(api, text, signal)}
          value={model.project?.value ?? null}
          valueTitle={model.project?.title}
          onChange={(value, option) =>
            void model.ask({ project: value && option ? { value, title: option.title } : undefined })
          }
        />
        {model.project && (
          <Button variant="quiet" onPress={() => void model.ask({ project: undefined })}>
            {t('project.every')}
          </Button>
        )}
      </div>
      {state === 'failed' && <ErrorPanel error={model.error} onRetry={() => void model.load()} />}
      {state === 'loading' && !report && <Skeleton lines={10} />}
      {state !== 'failed' && report && <Shown report={report} />}
    </Page>
  );
});

function Shown({ report }: { report: UserReport }) {
  const t = useTranslate('user-report');
  const i18n = useI18n();
  const { step, periods, totals } = report;
  const titleOf = (start: string) =>
    i18n.date(`${start}T00:00:00Z`, {
      timeZone: 'UTC',
      ...(step === 'month' ? { month: 'long', year: 'numeric' } : { day: 'numeric', month: 'short' }),
    });
  const places = (valuesOf: (period: UserReport['periods'][number]) => number[]) =>
    periods.map((period) => ({ title: titleOf(period.start), values: valuesOf(period) }));
  return (
    <>
      <dl className="report-totals">
        {ACTIVITIES.map((what) => (
          <div key={what}>
            <dt>{t(`activity.${what}`)}</dt>
            <dd className="g-figures">{i18n.number(totals[what])}</dd>
          </div>
        ))}
      </dl>
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
      <PeopleTable report={report} />
      <p className="g-muted">{t('scope', { zone: report.timeZone })}</p>
    </>
  );
}

function save({ name, blob }: { name: string; blob: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
