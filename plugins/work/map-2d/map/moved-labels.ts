/** Loaded when the map meets the first label that was moved by hand. */
export { MOVED_LABELS } from '#core/canvas';
