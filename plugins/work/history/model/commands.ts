import { extentsMeet } from '#core/document';
import type { I18n } from '#core/i18n';
import type { Step } from '#core/history';
import { sentenceOf, type Disposable } from '#core/kernel';
import type { Command } from '#core/plugin';
import type { Views } from '#core/mapview';
import type { Projects } from '#core/project';
import type { Toasts } from '#core/toasts';
import type { Selection } from '#plugins/work/selection/api';
import type { ProjectHistory } from './project-history.ts';
import { extentOfStep } from './step-extent.ts';
import { stepTitle } from './step-title.ts';
import type { Transactions } from './transactions.ts';

type HistoryNotices = { readonly i18n: I18n; readonly toasts: Pick<Toasts, 'show'> };
type StepNotices = HistoryNotices & { readonly views: Pick<Views, 'active'> };

/** Undoes the last step (or redoes it); says why when that is impossible. */
export function stepCommand(
  direction: 'undo' | 'redo',
  projects: Pick<Projects, 'current'>,
  { i18n, toasts, views }: StepNotices,
): Command {
  let notice: Disposable | undefined;
  const next = (): Step | undefined => {
    const { done, undone } = projects.current?.history.state ?? { done: [], undone: [] };
    return (direction === 'undo' ? done : undone).at(-1);
  };
  /** Says what has changed where the map does not show it, and offers to. */
  const outOfView = (step: Step): Disposable | undefined => {
    const view = views.active;
    const extent = extentOfStep(step);
    if (!view || !extent || extentsMeet(extent, view.camera.extent)) return undefined;
    const title = stepTitle(step, projects.current!.types, i18n);
    return toasts.show('info', i18n.t(`history:away.${direction}`, { step: title }), {
      title: i18n.t('history:away.show'),
      run: () => view.fly(extent),
    });
  };
  return {
    detail: () => {
      const step = next();
      return step && projects.current && stepTitle(step, projects.current.types, i18n);
    },
    disabled: () => {
      const history = projects.current?.history;
      const obstacle = direction === 'undo' ? history?.undoObstacle() : history?.redoObstacle();
      if (!history || obstacle?.reason === 'nothing') return `nothing.${direction}`;
      return obstacle?.reason === 'running' ? 'running' : undefined;
    },
    run: async () => {
      const project = projects.current;
      const step = next();
      if (!project || !step) return;
      const { history } = project;
      notice?.dispose();
      if (history[direction]()) {
        notice = outOfView(step);
        await history.settled().catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
        return;
      }
      toasts.show(
        'warning',
        i18n.t(`history:elsewhere.${direction}`, { step: stepTitle(step, project.types, i18n) }),
      );
    },
  };
}

/** Sends unsaved changes now. */
export function saveCommand(projects: Pick<Projects, 'current'>, { i18n, toasts }: HistoryNotices): Command {
  return {
    disabled: () => ((projects.current?.autosave.state.queued ?? 0) === 0 ? 'save.nothing' : undefined),
    run: async () => {
      const autosave = projects.current?.autosave;
      if (!autosave) return;
      await autosave.flush();
      if (autosave.state.queued === 0) toasts.show('success', i18n.t('history:save.done'));
    },
  };
}

/** Opens the history of the selected object. */
export function transactionsCommand(
  transactions: Transactions,
  selection: Pick<Selection, 'ids' | 'ids$'>,
): Command {
  return {
    changes$: selection.ids$,
    disabled: () => (selection.ids.length === 1 ? undefined : 'transactions.select-one'),
    run: () => {
      const [id] = selection.ids;
      if (id !== undefined) void transactions.open(id);
    },
  };
}

/** Opens the history of the project. */
export function projectCommand(history: ProjectHistory, projects: Pick<Projects, 'current'>): Command {
  return {
    disabled: () => (projects.current ? undefined : 'project.none'),
    run: () => void history.open(),
  };
}
