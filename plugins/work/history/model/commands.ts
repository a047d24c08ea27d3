import type { I18n } from '#core/i18n';
import type { Command } from '#core/plugin';
import type { Projects } from '#core/project';
import type { Toasts } from '#core/toasts';
import type { Selection } from '#plugins/work/selection/api';
import type { ProjectHistory } from './project-history.ts';
import type { Transactions } from './transactions.ts';

type Telling = { readonly i18n: Pick<I18n, 't'>; readonly toasts: Pick<Toasts, 'show'> };

/** Undoes the last step (or redoes it); says why when that is impossible. */
export function stepCommand(
  direction: 'undo' | 'redo',
  projects: Pick<Projects, 'current'>,
  { i18n, toasts }: Telling,
): Command {
  return {
    disabled: () => {
      const history = projects.current?.history;
      const obstacle = direction === 'undo' ? history?.undoObstacle() : history?.redoObstacle();
      return !history || obstacle?.reason === 'nothing' ? `nothing.${direction}` : undefined;
    },
    run: () => {
      const history = projects.current?.history;
      if (!history) return;
      const { done, undone } = history.state;
      const step = (direction === 'undo' ? done : undone).at(-1);
      if (history[direction]() || !step) return;
      toasts.show(
        'warning',
        i18n.t(`history:elsewhere.${direction}`, { step: i18n.t(step.label, step.values) }),
      );
    },
  };
}

/** Sends unsaved changes now. */
export function saveCommand(projects: Pick<Projects, 'current'>, { i18n, toasts }: Telling): Command {
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
export function transactionsCommand(transactions: Transactions, selection: Pick<Selection, 'ids'>): Command {
  return {
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
