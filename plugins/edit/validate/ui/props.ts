import type { OpenProject } from '#core/project';
import type { Validation } from '../model/validation.ts';

/** Props of each part of the panel. */
export interface OfProject {
  project: OpenProject;
  validation: Validation;
}
