import { expect, it } from 'vitest';
import { spreadOf, spreadOfHeights } from './spread.ts';

it('colours are spread over all but the darkest and brightest fiftieth', () => {
  const values = Uint16Array.from({ length: 101 }, (_, i) => i);
  values[100] = 60_000;
  // 2 % of 101 from below, and of the last index from above.
  expect(spreadOf(values)).toEqual([2, 98]);
  expect(spreadOf(new Uint16Array(5))).toEqual([0, 1]);
});

it('heights are spread without noise, whether it is classified or not', () => {
  // 0 to 10 m, then birds at 40 m, then noise at -30 m.
  const heights = Float32Array.from({ length: 1008 }, (_, i) => (i <= 1000 ? i / 100 : i < 1004 ? 40 : -30));
  const classes = Uint8Array.from(heights, (height) => (height < 0 ? 7 : 1));
  const [low, high] = spreadOfHeights(heights, classes)!;
  expect([low, high]).toEqual([expect.closeTo(0.05, 5), expect.closeTo(9.99, 1)]);
  expect(spreadOfHeights(heights, classes.fill(18))).toBeUndefined();
});
