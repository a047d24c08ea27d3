/** Query parameter of the workspace: the only cloud shown. */
export const CLOUD = 'cloud';
/** Query parameter of the workspace: the cloud that is looked at in its own coordinates. */
export const LOCAL = 'local';

interface CloudOfProject {
  readonly id: string;
  readonly projectId: string;
}

/** Path of the view of its project with this cloud alone. */
export const addressOfCloud = ({ id, projectId }: CloudOfProject): string =>
  `/draw/${projectId}/cloud?${CLOUD}=${id}`;

/** Path of the view of a cloud in its own coordinates. */
export const addressOfLocal = ({ id, projectId }: CloudOfProject): string =>
  `/draw/${projectId}/cloud?${LOCAL}=${id}`;
