export type { History, HistoryState, Mark, Obstacle, Step, StepLabel } from './contract.ts';
export { DocumentHistory, MOST_STEPS } from './history.ts';
