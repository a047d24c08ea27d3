import type { Guarded, TextKey } from '#core/plugin';

/** An entry in the menu of a project in the list, which leads to a page. */
export interface ProjectActionContribution extends Guarded {
  id: string;
  title: TextKey;
  icon: string;
  /** `:id` stands for the id of the project. */
  path: string;
  order: number;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    projectActions: ProjectActionContribution;
  }
}
