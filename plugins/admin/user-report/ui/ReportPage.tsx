import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API, projectOptions } from '#core/api';
import { sentenceOf } from '#core/kernel';
import {
  Button,
  ComboBox,
  Contributed,
  DateField,
  ErrorPanel,
  Icon,
  Page,
  Skeleton,
  useContributions,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import type { ReportSectionProps } from '../api.ts';
import { Report, type ReportFormat } from '../model/report.ts';
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
      {state !== 'failed' && report && <Sections model={model} />}
    </Page>
  );
});

/** What plugins show of it, in their order. */
const Sections = observer(function Sections({ model }: { model: Report }) {
  const t = useTranslate('user-report');
  const sections = useContributions('reportSections').toSorted((a, b) => a.order - b.order);
  const { report, from, to, project } = model;
  if (!report) return null;
  const props: ReportSectionProps = { report, from, to, projectId: project?.value };
  return (
    <>
      {sections.map((section) => (
        <Contributed
          key={section.id}
          contribution={section}
          props={props}
          fallback={<Skeleton lines={4} />}
        />
      ))}
      <p className="g-muted">{t('scope', { zone: report.timeZone })}</p>
    </>
  );
});

function save({ name, blob }: { name: string; blob: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
