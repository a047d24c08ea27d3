import { AsyncLocalStorage } from 'node:async_hooks';

/** Steps of checks that one request may take, of some tens of nanoseconds each: less than a second in all. */
const STEPS = 10_000_000;

const budgets = new AsyncLocalStorage<{ left: number }>();

/** Gives `work`, one request, a budget of steps. */
export function withBudget<T>(work: () => T): T {
  return budgets.run({ left: STEPS }, work);
}

/** Takes steps from the budget of the request; false when it has fewer left. Jobs have no budget but a time limit. */
export function spend(steps: number): boolean {
  const budget = budgets.getStore();
  if (!budget) return true;
  if (steps > budget.left) return false;
  budget.left -= steps;
  return true;
}
