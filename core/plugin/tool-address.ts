import type { ToolContribution, ToolViewer } from './contributions.ts';

/** The address of a tool below `/draw/{id}` on a kind of viewer; undefined where it does not work on that kind. */
export function addressOn(
  tool: Pick<ToolContribution, 'viewer' | 'route' | 'also'>,
  viewer: ToolViewer | undefined,
): string | undefined {
  if (viewer === undefined) return undefined;
  return viewer === tool.viewer ? tool.route : tool.also?.[viewer];
}

/** Every kind of viewer that a tool works on, its own first. */
export function viewersOf({ viewer, also = {} }: Pick<ToolContribution, 'viewer' | 'also'>): ToolViewer[] {
  return [viewer, ...(Object.keys(also) as ToolViewer[])];
}
