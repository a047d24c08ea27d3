import type { I18n } from '#core/i18n';
import type { Views } from '#core/mapview';
import type { Command } from '#core/plugin';
import type { OpenProject, Projects } from '#core/project';
import { MAX_EXPORTED_IDS } from '#core/protocol';
import type { Toasts } from '#core/toasts';
import type { Selection } from '#plugins/work/selection/api';
import type { Departure } from './departure.ts';

interface ExportNotices {
  readonly i18n: Pick<I18n, 't'>;
  readonly toasts: Pick<Toasts, 'show'>;
}

/** Opens the page of exports for the selected objects; unsent changes are sent first. */
export function exportSelection(
  departure: Departure,
  projects: Pick<Projects, 'current'>,
  selection: Pick<Selection, 'ids' | 'ids$'> | undefined,
  notices: ExportNotices,
): Command {
  return {
    disabled: () => {
      const count = selection?.ids.length ?? 0;
      if (count === 0) return 'command.selection.none';
      return count > MAX_EXPORTED_IDS ? 'command.selection.many' : undefined;
    },
    run: async () => {
      const project = projects.current;
      if (!project || !selection) return;
      const { ids } = selection;
      await sendChanges(project, notices);
      departure.withSelection(project.project.id, ids);
    },
    ...(selection && { changes$: selection.ids$ }),
  };
}

/** Opens the page of exports for what the map shows; unsent changes are sent first. */
export function exportView(
  departure: Departure,
  projects: Pick<Projects, 'current'>,
  views: Pick<Views, 'active'>,
  notices: ExportNotices,
): Command {
  return {
    run: async () => {
      const [project, view] = [projects.current, views.active];
      if (!project || !view) return;
      await sendChanges(project, notices);
      departure.withExtent(project.project.id, view.camera.extent);
    },
  };
}

/** What the server does not have is not exported. */
async function sendChanges({ autosave }: OpenProject, { i18n, toasts }: ExportNotices): Promise<void> {
  await autosave.flush();
  const count = autosave.state.queued;
  if (count > 0) toasts.show('warning', i18n.t('export:unsent', { count }));
}
