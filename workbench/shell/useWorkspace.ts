import { useLocation } from 'react-router-dom';
import { PROJECTS, type OpenProject } from '#core/project';
import { useContributions, useObservable, useService } from '#core/react';
import { isWorkspace } from '../is-workspace.ts';

/** The open project; undefined outside a workspace. */
export function useWorkspace(): OpenProject | undefined {
  const projects = useService(PROJECTS);
  const routes = useContributions('routes');
  const { pathname } = useLocation();
  const open = useObservable(projects.current$, projects.current);
  return isWorkspace(routes, pathname) ? open : undefined;
}
