export type { History, HistoryState, Mark, Obstacle, Step, StepLabel } from './contract.ts';
export { DocumentHistory, MAX_STEPS } from './history.ts';
