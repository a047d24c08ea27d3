import type { Observable } from 'rxjs';
import type { MapObject } from '#core/document';
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
  const selected = (): MapObject[] => selection.ids.flatMap((id) => projects.current?.document.get(id) ?? []);
  const disabled = (): string | undefined => {
    if (!projects.current) return 'disabled.no-project';
    if (selected().length === 0) return 'disabled.nothing-selected';
    return targets.objects.length === 0 ? 'disabled.locked' : undefined;
  };
  return {
    disabled,
    changes$: selection.ids$,
    run() {
      const project = projects.current;
      if (!project || disabled() !== undefined) return;
      const { objects } = targets;
      const skipped = selected().filter((id) => !objects.includes(id));
      const reason = skipped[0] && targets.lockReason(skipped[0]);
      deletion.ask({ project, objects, skipped: reason ? { count: skipped.length, reason } : undefined });
    },
  };
}
