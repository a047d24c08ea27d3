export { desk, object, type Desk } from './desk.ts';
export { drawingOn } from './drawing.ts';
export { field } from './field.ts';
export { DEGREES_PER_PIXEL, FlatView, Hand } from './flat-view.ts';
export { SlantView } from './slant-view.ts';
export { blockedStorage, fullStorage, memoryStorage } from './memory-storage.ts';
export { performsAtOnce } from './performing.ts';
export { selectionOf } from './selection.ts';
export { atWork, bindAll, servicesOf, type Binding } from './services.ts';
