/** Query parameter of the workspace: the only cloud shown. */
export const CLOUD = 'cloud';
