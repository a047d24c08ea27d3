import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { AutosaveState } from '#core/autosave';
import { PROJECTS, type OpenProject } from '#core/project';
import {
  Button,
  Icon,
  Popover,
  Spinner,
  useI18n,
  useObservable,
  useOnline,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { stepTitle } from '../model/step-title.ts';
import { CONFLICTS } from '../model/conflicts.ts';
import './history.css';

/** The state of saving, and what to do when it fails. */
export function AutosaveStatus() {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project ? <Saved key={project.project.id} project={project} /> : null;
}

const Saved = observer(function Saved({ project }: { project: OpenProject }) {
  const t = useTranslate('history');
  const i18n = useI18n();
  const { autosave, history } = project;
  const state = useObservable(autosave.state$, autosave.state);
  const [automatic] = useSetting('autoSave');
  const isOnline = useOnline();
  const conflicts = useService(CONFLICTS);
  useNotices(
    state,
    conflicts.isOpen,
    () => conflicts.open(),
    () => void autosave.flush(),
  );
  const { queued, error, isSaving, isStored, savedAt } = state;
  const waiting = queued - state.conflicts.length - state.refused.length;
  const { running, done } = useObservable(history.state$, history.state);
  const words = (): string => {
    if (running) {
      const step = stepTitle(running, project.types, i18n);
      return t(done.includes(running) ? 'status.undoing' : 'status.redoing', { step });
    }
    if (waiting > 0 && !isOnline && isStored) return t('status.offline', { count: waiting });
    if (error !== undefined) return t('status.error', { error });
    if (isSaving) return t('status.saving');
    if (waiting > 0) return t('status.unsaved', { count: waiting });
    if (queued > 0) return t('status.partly');
    return savedAt
      ? t('status.saved-at', { time: i18n.date(savedAt, { timeStyle: 'short' }) })
      : t('status.saved');
  };
  const failed = error !== undefined && isOnline;
  const isCalm = error === undefined && !isSaving && !running && waiting === 0;
  return (
    <span className="his-status" data-kind={failed ? 'error' : isCalm ? 'calm' : undefined}>
      {isSaving || running ? <Spinner /> : <Icon name={queued > 0 || failed ? 'cloud-off' : 'cloud'} />}
      <span className="his-words" role="status" title={words()}>
        {words()}
      </span>
      {waiting > 0 && !isSaving && isOnline && (failed || !automatic) && (
        <Button size="s" onPress={() => void autosave.flush()}>
          {t(failed ? 'status.retry' : 'status.save')}
        </Button>
      )}
      {state.conflicts.length > 0 && (
        <Button size="s" variant="danger" onPress={() => conflicts.open()}>
          {t('status.conflicts', { count: state.conflicts.length })}
        </Button>
      )}
      {state.refused.length > 0 && <Refused project={project} refused={state.refused} />}
    </span>
  );
});

function Refused({ project, refused }: { project: OpenProject; refused: AutosaveState['refused'] }) {
  const t = useTranslate('history');
  const selection = useService(SELECTION);
  const toasts = useService(TOASTS);
  const giveUp = (id: string) =>
    project.autosave.discard(id).catch((failure: Error) => toasts.show('error', failure.message));
  return (
    <Popover
      label={t('refused.title')}
      trigger={
        <Button size="s" variant="danger">
          {t('status.refused', { count: refused.length })}
        </Button>
      }
    >
      <div className="his-refused">
        {refused.slice(0, 20).map(({ id, detail }) => (
          <div key={id}>
            <p>{detail}</p>
            <div className="his-actions">
              <Button size="s" onPress={() => selection.set([id])}>
                {t('refused.select')}
              </Button>
              <Button size="s" variant="danger" onPress={() => void giveUp(id)}>
                {t('refused.discard')}
              </Button>
            </div>
          </div>
        ))}
      </div>
    </Popover>
  );
}

/** Reports a failure and what the device does not store once when it begins, and a conflict when it is found, except while its dialog is open. */
function useNotices(
  state: AutosaveState,
  isComparing: boolean,
  compare: () => void,
  retry: () => void,
): void {
  const t = useTranslate('history');
  const toasts = useService(TOASTS);
  const acts = useRef({ compare, retry, t });
  useEffect(() => {
    acts.current = { compare, retry, t };
  });
  const { error, deviceProblem, isStored } = state;
  const known = state.conflicts.length;
  useEffect(() => {
    if (error === undefined) return;
    const sentence = acts.current.t(isStored ? 'status.failed' : 'status.failed-in-tab', { error });
    const toast = toasts.show('error', sentence, {
      title: acts.current.t('status.retry'),
      run: () => acts.current.retry(),
    });
    return () => toast.dispose();
  }, [error, isStored, toasts]);
  useEffect(() => {
    if (deviceProblem === undefined) return;
    const toast = toasts.show('warning', deviceProblem);
    return () => toast.dispose();
  }, [deviceProblem, toasts]);
  useEffect(() => {
    if (known === 0 || isComparing) return;
    const toast = toasts.show('warning', acts.current.t('conflict.found', { count: known }), {
      title: acts.current.t('conflict.compare'),
      run: () => acts.current.compare(),
    });
    return () => toast.dispose();
  }, [known, isComparing, toasts]);
}
