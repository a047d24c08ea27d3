export type { History, HistoryState, Mark, Obstacle, ServerStep, Step, StepLabel } from './contract.ts';
export { DocumentHistory } from './history.ts';
