import type { OpenProject } from '#core/project';
import type { Validation } from '../model/validation.ts';

/** What each piece of the panel shows. */
export interface OfProject {
  project: OpenProject;
  validation: Validation;
}
