export type { Autosave, AutosaveState, Conflict } from './contract.ts';
export { dropUnsentChanges, sealUnsentChanges, unsentChangesOf, type UnsentChanges } from './kept-changes.ts';
export type { ServerState } from './pending-changes.ts';
export { AutosaveQueue, type AutosaveDependencies } from './queue.ts';
export { BrowserQueueStore, NO_STORE, type QueueStore } from './queue-store.ts';
export { webTabLocks, type TabLocks } from './tab-locks.ts';
