import { useEffect, useState } from 'react';
import type { InstalledPlugin, PackageManifest, PluginRun } from '#core/protocol';
import { Badge, useI18n, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';

interface PluginRunsProps {
  plugin: InstalledPlugin;
  manifest: PackageManifest;
  plugins: InstalledPlugins;
}

/** What a version does on the server and when, and how its last runs have ended. */
export function PluginRuns({ plugin, manifest, plugins }: PluginRunsProps) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  /** A text says why they cannot be read. */
  const [runs, setRuns] = useState<readonly PluginRun[] | string>();
  const hasJobs = manifest.jobs.length > 0;
  const { id } = plugin;
  useEffect(() => {
    if (!hasJobs) return;
    const reading = plugins.runsOf$(id).subscribe(setRuns);
    return () => reading.unsubscribe();
  }, [plugins, id, hasJobs]);
  if (!hasJobs) return null;
  const titleOf = (job: string) => manifest.jobs.find(({ id }) => id === job)?.title[i18n.language] ?? job;
  const whenOf = ({ on, every }: PackageManifest['jobs'][number]) =>
    [
      ...(on.length === 0
        ? []
        : [t('plugins.jobs-after', { list: on.map((event) => t(`webhooks.event.${event}`)).join(', ') })]),
      ...(every === undefined ? [] : [t(...turnOf(every))]),
    ].join('; ') || t('plugins.jobs-called');
  return (
    <section className="adm-runs">
      <h3>{t('plugins.jobs')}</h3>
      <ul>
        {manifest.jobs.map((job) => (
          <li key={job.id}>
            {job.title[i18n.language]} <span className="g-muted">{whenOf(job)}</span>
          </li>
        ))}
      </ul>
      <Runs runs={runs} titleOf={titleOf} />
    </section>
  );
}

interface RunsProps {
  runs: readonly PluginRun[] | string | undefined;
  titleOf: (job: string) => string;
}

function Runs({ runs, titleOf }: RunsProps) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  if (runs === undefined) return null;
  if (typeof runs === 'string')
    return (
      <p className="g-error" role="alert">
        {runs}
      </p>
    );
  if (runs.length === 0) return <p className="g-muted">{t('plugins.jobs-none')}</p>;
  return (
    <ul className="adm-run-list" aria-label={t('plugins.jobs-runs')}>
      {runs.map((run) => (
        <li key={run.id}>
          <Badge kind={run.state === 'failed' ? 'danger' : run.state === 'done' ? 'success' : 'neutral'}>
            {t(`plugins.jobs-state.${run.state}`)}
          </Badge>{' '}
          {titleOf(run.job)}{' '}
          <span className="g-muted">
            {i18n.date(run.createdAt, { dateStyle: 'short', timeStyle: 'medium' })}
          </span>
          {run.problem !== null && <p className="g-error">{run.problem}</p>}
          {run.log !== '' && <pre className="adm-log">{run.log}</pre>}
        </li>
      ))}
    </ul>
  );
}

/** A schedule in the largest unit that fits: a text key with its number. `minutes`: between two runs. */
function turnOf(minutes: number): [string, { count: number }] {
  if (minutes % 1440 === 0) return ['plugins.jobs-days', { count: minutes / 1440 }];
  if (minutes % 60 === 0) return ['plugins.jobs-hours', { count: minutes / 60 }];
  return ['plugins.jobs-every', { count: minutes }];
}
