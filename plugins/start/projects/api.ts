import type { Guarded, ServiceName, TextKey } from '#core/plugin';
import type { Project } from '#core/protocol';

/** An entry in the menu of a project in the list: it leads to a page, or opens a dialog. */
export interface ProjectActionContribution extends Guarded {
  id: string;
  title: TextKey;
  icon: string;
  /** The page; `:id` stands for the id of the project. */
  path?: string;
  /** Instead of a page: service of type `ComponentType<ProjectDialogProps>`. */
  dialog?: ServiceName;
  /** Also offered in the dialog of a new project, with this text: its own dialog follows. */
  onNew?: TextKey;
  order: number;
}

export interface ProjectDialogProps {
  project: Project;
  onClose: () => void;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    projectActions: ProjectActionContribution;
  }
}
