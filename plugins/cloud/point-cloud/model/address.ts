/** Query parameter of the workspace: the only cloud shown. */
export const CLOUD = 'cloud';

/** Path of the view of its project with this cloud alone. */
export const addressOfCloud = ({ id, projectId }: { id: string; projectId: string }): string =>
  `/draw/${projectId}/cloud?${CLOUD}=${id}`;
