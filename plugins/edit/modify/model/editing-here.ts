import type { Observable } from 'rxjs';
import type { Projects } from '#core/project';
import type { EditTargets } from '#plugins/work/selection/api';
import type { Deletion } from './deletion.ts';

/** Asks whether to delete the selected objects. Returns why they cannot be deleted, as a text key. */
export function askToDelete(
  targets: EditTargets,
  projects: Projects,
  deletion: Deletion,
): { run(): void; disabled(): string | undefined; changes$: Observable<unknown> } {
  const { selection } = targets;
  const disabled = (): string | undefined => {
    if (!projects.current) return 'disabled.no-project';
    if (selection.ids.length === 0) return 'disabled.nothing-selected';
    return targets.ids.length === 0 ? 'disabled.locked' : undefined;
  };
  return {
    disabled,
    changes$: selection.ids$,
    run() {
      const project = projects.current;
      if (!project || disabled() !== undefined) return;
      const deleted = new Set(targets.ids);
      const skipped = selection.ids.filter((id) => !deleted.has(id));
      const typeName = skipped[0] && selection.typeOf(skipped[0]);
      const reason = typeName === undefined ? undefined : targets.lockReason({ typeName });
      deletion.ask({
        project,
        objects: [...deleted].map((id) => ({ id, typeName: selection.typeOf(id) })),
        isLoaded: selection.missing === 0,
        skipped: reason ? { count: skipped.length, reason } : undefined,
      });
    },
  };
}
