/** Field of research: the elements of BIM models that objects are linked to. */
export const ELEMENTS = 'links.elements';
