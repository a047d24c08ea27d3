import { describe, expect, it } from 'vitest';
import { ticks } from './ticks.ts';

describe('The ticks of an axis', () => {
  it('are round numbers with room between them', () => {
    // 60 pixels are 6 m at 10 pixels a metre: the next round step is 10 m.
    expect(ticks(-3, 41, 10, 60)).toEqual({ at: [0, 10, 20, 30, 40], digits: 0 });
    expect(ticks(0, 0.5, 1000, 100).digits).toBe(1);
  });

  it('are round in feet where heights are in feet', () => {
    const { at } = ticks(0, 10, 10, 60, 0.3048);
    // 6 m are 19.7 ft: steps of 20 ft.
    expect(at.map((metres) => Math.round(metres / 0.3048))).toEqual([0, 20]);
  });

  it('are none where there is no range', () => {
    expect(ticks(5, 5, 10, 60).at).toEqual([]);
    expect(ticks(0, 5, 0, 60).at).toEqual([]);
  });
});
