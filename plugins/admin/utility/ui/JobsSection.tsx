import { useEffect, useEffectEvent } from 'react';
import { API, LIVE } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { cancelJob, listJobs, type Job } from '#core/protocol';
import { Badge, Button, EmptyState, Icon, Table, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { useCall } from './useCall.ts';

const BADGES = {
  queued: 'neutral',
  running: 'accent',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
} as const;

/** The person's own jobs with live progress; unfinished ones can be cancelled. */
export function JobsSection() {
  const t = useTranslate('utility');
  const i18n = useI18n();
  const api = useService(API);
  const live = useService(LIVE);
  const toasts = useService(TOASTS);
  const { data, error, again, set } = useCall(
    async (signal) => (await api.call(listJobs, { query: {} }, { signal })).data,
  );
  const take = useEffectEvent((job: Job) => {
    if (data?.some(({ id }) => id === job.id)) set(data.map((each) => (each.id === job.id ? job : each)));
    else again();
  });
  useEffect(() => {
    const subscription = live.on('job').subscribe((job) => take(job));
    return () => subscription.unsubscribe();
  }, [live]);
  const cancel = async (job: Job): Promise<void> => {
    try {
      await api.call(cancelJob, { params: { id: job.id } });
      again();
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const stateOf = ({ state, progress }: Job) =>
    state === 'running'
      ? `${t('job.running')} ${i18n.number(Math.round(progress * 100))} %`
      : t(`job.${state}`);
  return (
    <section className="utility-section" aria-labelledby="utility-jobs">
      <header>
        <h2 id="utility-jobs">{t('jobs.title')}</h2>
        <Button variant="quiet" icon={<Icon name="refresh" />} onPress={again}>
          {t('again')}
        </Button>
      </header>
      <Table
        label={t('jobs.title')}
        rows={data ?? []}
        rowId={({ id }) => id}
        isLoading={!data && error === undefined}
        error={error}
        onRetry={again}
        empty={<EmptyState title={t('jobs.none')}>{t('jobs.none.help')}</EmptyState>}
        columns={[
          { id: 'kind', title: t('jobs.kind'), cell: ({ kind }) => kind },
          {
            id: 'at',
            title: t('jobs.at'),
            secondary: true,
            cell: ({ createdAt }) => i18n.date(createdAt, { dateStyle: 'short', timeStyle: 'short' }),
          },
          {
            id: 'state',
            title: t('jobs.state'),
            cell: (job) => <Badge kind={BADGES[job.state]}>{stateOf(job)}</Badge>,
          },
          {
            id: 'message',
            title: t('jobs.message'),
            secondary: true,
            cell: (job) => job.error ?? job.message,
          },
          {
            id: 'cancel',
            title: t('jobs.cancel'),
            hideTitle: true,
            width: 110,
            cell: (job) =>
              (job.state === 'queued' || job.state === 'running') && (
                <Button variant="quiet" onPress={() => void cancel(job)}>
                  {t('jobs.cancel')}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}
