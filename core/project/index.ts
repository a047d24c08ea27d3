import { serviceToken } from '#core/kernel';
import type { Projects } from './contract.ts';

export type { OpenProject, Projects } from './contract.ts';
export { loadDefinitions } from './load-definitions.ts';
export { LoadedProject, type OpenProjectDependencies } from './open-project.ts';
export { ProjectService, type ProjectsDependencies } from './project-service.ts';
export const PROJECTS = serviceToken<Projects>('core.Projects');
