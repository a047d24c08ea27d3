import { describe, expect, it } from 'vitest';
import { budgetOf, LEAST_POINTS } from './budget.ts';

describe('the number of points drawn', () => {
  it('is less on a phone, and less again on one with little memory', () => {
    const most = [budgetOf('desk', 8), budgetOf('phone', 8), budgetOf('phone', 2)].map((one) => one.most);
    expect(most).toEqual([3_000_000, 500_000, 250_000]);
  });

  it('is that of any phone where the browser does not say how much memory there is', () => {
    expect(budgetOf('phone', undefined)).toEqual(budgetOf('phone', 4));
  });

  it('begins between the least and the most', () => {
    for (const { first, most } of [budgetOf('desk', 1), budgetOf('phone', 1), budgetOf('phone', 8)]) {
      expect(first).toBeGreaterThan(LEAST_POINTS);
      expect(first).toBeLessThan(most);
    }
  });
});
