import type { Observable } from 'rxjs';
import type { MapObject } from '#core/document';
import type { Projects } from '#core/project';
import type { Selection } from '#plugins/work/selection/api';
import type { Deletion } from './deletion.ts';
import { EditableSelection, type ReasonAgainst } from './editable-selection.ts';

/** The selection of the open project, as far as it may be changed. */
export function editableSelection(
  selection: Selection,
  projects: Projects,
  reasonAgainst: ReasonAgainst,
): EditableSelection {
  return new EditableSelection(selection, (id) => projects.current?.document.get(id), reasonAgainst);
}

/** Asks whether the selected objects shall be deleted. Answers why it cannot, as a text key. */
export function askToDelete(
  selection: EditableSelection,
  projects: Projects,
  deletion: Deletion,
): { run(): void; disabled(): string | undefined; changes$: Observable<unknown> } {
  const objectsOf = (ids: Iterable<string>): MapObject[] => [...ids].flatMap((id) => selection.get(id) ?? []);
  const disabled = (): string | undefined => {
    if (!projects.current) return 'disabled.no-project';
    const [first] = objectsOf(selection.selection.ids);
    if (!first) return 'disabled.nothing-selected';
    return selection.editableIds.length === 0 ? 'disabled.locked' : undefined;
  };
  return {
    disabled,
    changes$: selection.selection.ids$,
    run() {
      const project = projects.current;
      if (!project || disabled() !== undefined) return;
      const objects = objectsOf(selection.editableIds);
      const spared = objectsOf(selection.selection.ids).filter((object) => !objects.includes(object));
      const reason = spared[0] && selection.reasonAgainst(spared[0]);
      deletion.ask({ project, objects, spared: reason ? { count: spared.length, reason } : undefined });
    },
  };
}
