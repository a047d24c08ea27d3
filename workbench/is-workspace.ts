import { matchPath } from 'react-router-dom';
import type { RouteContribution } from '#core/plugin';

/** Whether the page at a path is the workspace, which the frame surrounds with tools and panels. */
export function isWorkspace(
  routes: readonly Pick<RouteContribution, 'path' | 'workspace'>[],
  pathname: string,
): boolean {
  return routes.some(({ path, workspace }) => workspace && matchPath(path, pathname));
}
