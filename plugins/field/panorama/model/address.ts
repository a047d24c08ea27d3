/** Query parameter of the panorama that the workspace shows. */
export const PANORAMA = 'panorama';

/** The workspace with a panorama. */
export function addressOf(projectId: string, panoramaId: string) {
  return { pathname: `/draw/${projectId}/panorama`, search: `?${PANORAMA}=${panoramaId}` };
}
