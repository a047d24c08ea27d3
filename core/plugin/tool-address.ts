import type { ToolContribution, ToolViewer } from './contributions.ts';

/**
 * Returns the address of a tool below `/draw/{id}` on a kind of viewer; undefined if it does not work on that kind.
 */
export function addressOn(
  tool: Pick<ToolContribution, 'viewer' | 'route' | 'also'>,
  viewer: ToolViewer | undefined,
): string | undefined {
  if (viewer === undefined) return undefined;
  return viewer === tool.viewer ? tool.route : tool.also?.[viewer];
}

/** Returns whether a tool works on a viewer. `localOf`: its coordinates are local. */
export function worksOn(
  tool: Pick<ToolContribution, 'viewer' | 'route' | 'also' | 'local'>,
  view: { readonly kind: ToolViewer; readonly localOf?: unknown } | undefined,
): boolean {
  if (addressOn(tool, view?.kind) === undefined) return false;
  return view?.localOf === undefined ? tool.local !== 'only' : tool.local !== undefined;
}

/** Returns every kind of viewer that a tool works on, its main one first. */
export function viewersOf({ viewer, also = {} }: Pick<ToolContribution, 'viewer' | 'also'>): ToolViewer[] {
  return [viewer, ...(Object.keys(also) as ToolViewer[])];
}
