import type { Api } from '#core/api';
import type { I18n } from '#core/i18n';
import type { Disposable } from '#core/kernel';
import type { Projects } from '#core/project';
import { redoImport, undoImport } from '#core/protocol';
import type { Toasts } from '#core/toasts';

export interface Imported {
  readonly id: string;
  readonly projectId: string;
  readonly fileName: string;
  /** Number of objects. */
  readonly count: number;
}

interface StepServices {
  readonly api: Pick<Api, 'call'>;
  readonly projects: Pick<Projects, 'current'>;
  readonly i18n: Pick<I18n, 't' | 'number'>;
  readonly toasts: Pick<Toasts, 'show'>;
}

/** Makes an import the last step of the open project, which the server undoes. Nothing when another one is open. */
export function recordImport(
  { id, projectId, fileName, count }: Imported,
  { api, projects, i18n, toasts }: StepServices,
): Disposable | undefined {
  const open = projects.current;
  if (open?.project.id !== projectId) return undefined;
  return open.history.record({
    label: 'import:step',
    values: { name: fileName, count, objects: i18n.number(count) },
    code: 'import',
    undo: async () => {
      // Objects changed since the import stay, also those whose changes are unsent.
      await open.autosave.flush();
      const { data } = await api.call(undoImport, { params: { id } });
      const undone = undoneText(i18n, data.removed, data.keptCount);
      toasts.show('success', undone);
    },
    redo: async () => {
      const { data } = await api.call(redoImport, { params: { id } });
      toasts.show(
        'success',
        i18n.t('import:redone', { count: data.restored, objects: i18n.number(data.restored) }),
      );
    },
  });
}

/** Says how many objects were deleted, and how many stay because they were changed since. */
export function undoneText(i18n: Pick<I18n, 't' | 'number'>, removed: number, kept: number): string {
  const deleted = i18n.t('import:undone.text', { count: removed, objects: i18n.number(removed) });
  return kept > 0 ? `${deleted} ${i18n.t('import:undone.kept', { count: kept })}` : deleted;
}
