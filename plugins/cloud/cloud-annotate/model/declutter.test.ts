import { describe, expect, it } from 'vitest';
import { declutter } from './declutter.ts';

const sign = (id: string, x: number, y: number, rank: number) => ({
  id,
  title: id,
  pixel: [x, y] as const,
  rank,
});

describe('Signs on a view', () => {
  it('are all shown with their titles where there is room', () => {
    expect(declutter([sign('a', 0, 0, 1), sign('b', 200, 0, 0)])).toEqual([
      { id: 'b', hasTitle: true, others: 0 },
      { id: 'a', hasTitle: true, others: 0 },
    ]);
  });

  it('are counted under the first of those at one place', () => {
    expect(declutter([sign('far', 3, 2, 9), sign('near', 0, 0, 1), sign('next', 5, 0, 4)])).toEqual([
      { id: 'near', hasTitle: true, others: 2 },
    ]);
  });

  it('lose the title that would cover another sign or title', () => {
    // The title of the left one is as wide as 22 + 4 × 7 = 50 pixels, and the other sign begins 46 pixels beside it.
    const [left, right] = declutter([sign('left', 0, 0, 0), sign('b', 60, 0, 1)]);
    expect([left, right]).toMatchObject([
      { id: 'left', hasTitle: false },
      { id: 'b', hasTitle: true },
    ]);
  });

  it('are a few of very many', () => {
    const many = Array.from({ length: 2000 }, (_, i) => sign(String(i), (i % 50) * 40, i, i));
    expect(declutter(many).length).toBeLessThanOrEqual(150);
  });
});
