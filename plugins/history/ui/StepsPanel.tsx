import { useMemo } from 'react';
import { NEVER } from 'rxjs';
import type { HistoryState } from '#core/history';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { Button, EmptyState, Icon, useI18n, useObservable, useService, useTranslate } from '#core/react';
import './history.css';

const NOTHING: HistoryState = { done: [], undone: [] };
/** The newest are what one wants to take back. */
const SHOWN = 100;

/** What was done since the project was opened, newest first; what was taken back stands above, ready to be made again. */
export function StepsPanel() {
  const t = useTranslate('history');
  const i18n = useI18n();
  const projects = useService(PROJECTS);
  const host = useService(HOST);
  const project = useObservable(projects.current$, projects.current);
  const source = useMemo(() => project?.history.state$ ?? NEVER, [project]);
  const { done, undone } = useObservable(source, project?.history.state ?? NOTHING);
  if (done.length === 0 && undone.length === 0)
    return <EmptyState icon={<Icon name="history" />} title={t('steps.empty')} />;
  const steps = [
    ...undone.map((step) => ({ step, isUndone: true })),
    ...done.toReversed().map((step) => ({ step, isUndone: false })),
  ];
  return (
    <>
      <div className="his-actions">
        <Button
          icon={<Icon name="undo" />}
          isDisabled={done.length === 0}
          onPress={() => void host.run('history.undo')}
        >
          {t('command.undo')}
        </Button>
        <Button
          icon={<Icon name="redo" />}
          isDisabled={undone.length === 0}
          onPress={() => void host.run('history.redo')}
        >
          {t('command.redo')}
        </Button>
      </div>
      <ol className="his-steps">
        {steps.slice(0, SHOWN).map(({ step, isUndone }, i) => (
          <li key={i} className={isUndone ? 'his-undone' : undefined}>
            <span>
              {i18n.t(step.label, step.values)}
              {isUndone && ` ${t('steps.undone')}`}
            </span>
            <time className="g-figures g-muted" dateTime={step.at.toISOString()}>
              {i18n.date(step.at, { timeStyle: 'short' })}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}
