import { serviceToken } from '#core/kernel';
import type { Projects } from './contract.ts';

export type { OpenProject, Projects } from './contract.ts';
export { knowCrs } from './known-crs.ts';
export { LiveProject, type OpenProjectParts } from './open-project.ts';
export { ProjectDesk, type ProjectsParts } from './projects.ts';
export const PROJECTS = serviceToken<Projects>('core.Projects');
