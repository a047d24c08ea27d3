/** Query parameter of the workspace: the only model shown. */
export const MODEL = 'model';
