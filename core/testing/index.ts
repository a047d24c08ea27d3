export { desk, object, type Desk } from './desk.ts';
export { DEGREES_PER_PIXEL, FlatView, Hand } from './flat-view.ts';
export { memoryStorage } from './memory-storage.ts';
export { selectionOf } from './selection.ts';
