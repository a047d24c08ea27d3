/** What the tools and the panel run, loaded when one of them is first opened. */
export { Identification } from '../model/identification.ts';
export { PicturePlacing } from '../model/picture/placing.ts';
export { IdentifySession } from './identify-session.ts';
export { PlaceSession } from './place-session.ts';
