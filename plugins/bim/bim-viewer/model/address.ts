/** Query parameter of the workspace: the only model shown. */
export const MODEL = 'model';
/** Beside it, the GlobalId of the element that is chosen. */
export const ELEMENT = 'element';
