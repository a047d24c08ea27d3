import { PROJECTS, type OpenProject } from '#core/project';
import { useObservable, useService } from '#core/react';

/** The project that is open; undefined on every page that is not a workspace. */
export function useWorkspace(): OpenProject | undefined {
  const projects = useService(PROJECTS);
  return useObservable(projects.current$, projects.current);
}
