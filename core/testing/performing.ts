import type { Edit } from '#core/document';
import type { StepLabel } from '#core/history';
import type { OpenProject } from '#core/project';

/** Asks nobody: steps are performed at once, with the given values of copies. */
export const performsAtOnce = {
  perform(project: OpenProject, edit: Edit, label: StepLabel, done?: () => void): boolean {
    const made = project.history.perform(edit, label);
    if (made) done?.();
    return made;
  },
};
