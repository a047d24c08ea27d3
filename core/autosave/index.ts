export type { Autosave, AutosaveState, Conflict } from './contract.ts';
export {
  AutosaveQueue,
  BROWSER_TIMERS,
  type AutosaveDependencies,
  type ServerState,
  type Timers,
} from './queue.ts';
export { BrowserQueueStore, NO_STORE, type QueueStore } from './queue-store.ts';
export { messageTabLocks, webTabLocks, type TabLocks } from './tab-locks.ts';
