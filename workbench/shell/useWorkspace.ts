import { PROJECTS, type OpenProject } from '#core/project';
import { useObservable, useService } from '#core/react';

/** The open project; undefined outside a workspace. */
export function useWorkspace(): OpenProject | undefined {
  const projects = useService(PROJECTS);
  return useObservable(projects.current$, projects.current);
}
