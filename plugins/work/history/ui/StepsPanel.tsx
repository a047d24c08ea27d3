import { useMemo } from 'react';
import { NEVER } from 'rxjs';
import type { HistoryState } from '#core/history';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import type { ObjectType } from '#core/protocol';
import {
  Button,
  EmptyState,
  Icon,
  Spinner,
  useI18n,
  useObservable,
  useRunCommand,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { jumpTo } from '../model/jump.ts';
import { stepTitle } from '../model/step-title.ts';
import './history.css';

const NO_TYPES = new Map<string, ObjectType>();
const NOTHING: HistoryState = { done: [], undone: [] };
/** Most steps listed; the newest are the ones people undo. */
const SHOWN = 100;

/** The undo and redo steps of this tab, newest first; redo steps above. Choosing one jumps to the state after it. */
export default function StepsPanel() {
  const t = useTranslate('history');
  const i18n = useI18n();
  const projects = useService(PROJECTS);
  const runCommand = useRunCommand();
  const toasts = useService(TOASTS);
  const project = useObservable(projects.current$, projects.current);
  const source = useMemo(() => project?.history.state$ ?? NEVER, [project]);
  const { done, undone, running } = useObservable(source, project?.history.state ?? NOTHING);
  if (done.length === 0 && undone.length === 0)
    return (
      <EmptyState icon={<Icon name="history" />} title={t('steps.empty')} action={<WholeHistory />}>
        {t('steps.empty.help')}
      </EmptyState>
    );
  // Each row with the number of steps left after jumping to it.
  const rows = [
    ...undone.map((step, i) => ({ step, depth: done.length + undone.length - i, isUndone: true })),
    ...done.map((step, i) => ({ step, depth: i + 1, isUndone: false })).toReversed(),
  ];
  const jump = async (depth: number) => {
    if (!project || running) return;
    try {
      const obstacle = await jumpTo(project.history, depth);
      if (!obstacle) return;
      const direction = depth < project.history.state.done.length ? 'undo' : 'redo';
      toasts.show('warning', t(`elsewhere.${direction}`, { step: stepTitle(obstacle, project.types, i18n) }));
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  return (
    <>
      <div className="his-actions">
        <Button
          icon={<Icon name="undo" />}
          isDisabled={done.length === 0 || running !== undefined}
          onPress={() => void runCommand('history.undo')}
        >
          {t('command.undo')}
        </Button>
        <Button
          icon={<Icon name="redo" />}
          isDisabled={undone.length === 0 || running !== undefined}
          onPress={() => void runCommand('history.redo')}
        >
          {t('command.redo')}
        </Button>
      </div>
      <ol className="his-steps">
        {rows.slice(0, SHOWN).map(({ step, depth, isUndone }) => (
          <li key={depth} className={isUndone ? 'his-undone' : undefined}>
            <button
              type="button"
              className="g-row"
              aria-current={depth === done.length ? 'step' : undefined}
              onClick={() => void jump(depth)}
            >
              <span>
                {step === running && <Spinner />} {stepTitle(step, project?.types ?? NO_TYPES, i18n)}
                {isUndone && ` ${t('steps.undone')}`}
              </span>
              <time className="g-figures g-muted" dateTime={step.at.toISOString()}>
                {i18n.date(step.at, { timeStyle: 'short' })}
              </time>
            </button>
          </li>
        ))}
        {rows.length <= SHOWN && (
          <li>
            <button
              type="button"
              className="g-row"
              aria-current={done.length === 0 ? 'step' : undefined}
              onClick={() => void jump(0)}
            >
              {t('steps.start')}
            </button>
          </li>
        )}
      </ol>
      <div className="his-actions">
        <WholeHistory />
      </div>
    </>
  );
}

/** Undo steps end with the tab; the server's history does not. */
function WholeHistory() {
  const t = useTranslate('history');
  const runCommand = useRunCommand();
  return (
    <Button icon={<Icon name="history" />} onPress={() => void runCommand('history.project')}>
      {t('command.project')}
    </Button>
  );
}
