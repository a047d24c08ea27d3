import { describe, expect, it } from 'vitest';
import { placesOf, scaleOf } from './chart-scale.ts';
import type { Chart } from './messages.ts';

const chart = (more: Partial<Chart>): Chart => ({
  kind: 'chart',
  form: 'line',
  title: 'x',
  across: { title: '', values: [0, 5, 10] },
  up: { title: '' },
  series: [{ title: 'a', values: [0, null, 10] }],
  ...more,
});

describe('the axes of a chart', () => {
  it.each([
    [[0, 10], { from: 0, to: 10, ticks: [0, 5, 10] }],
    [[-3.2, -2.4], { from: -3.2, to: -2.4, ticks: [-3.2, -3, -2.8, -2.6, -2.4] }],
    [[7], { from: 6, to: 8, ticks: [6, 8] }],
    [[], { from: 0, to: 1, ticks: [0, 1] }],
    [[0, 0], { from: 0, to: 1, ticks: [0, 1] }],
    [[0, 0, 0.5], { from: 0, to: 0.6, ticks: [0, 0.2, 0.4, 0.6] }],
  ])('have round numbers around %j', (values, scale) => {
    expect(scaleOf(values)).toEqual(scale);
  });

  it('hold all values, and have few lines, whatever the span', () => {
    for (let n = -30; n <= 30; n++) {
      const values = [1.234 * 10 ** n, 9.87 * 10 ** n];
      const { from, to, ticks } = scaleOf(values);
      expect(from <= values[0]! && to >= values[1]!).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });

  it('place numbers where they are, and names one beside the other', () => {
    expect(placesOf(chart({}))).toMatchObject({ x: [0, 0.5, 1], y: [[0, null, 1]] });
    const named = placesOf(chart({ across: { title: '', values: ['p', 'q'] }, form: 'bars' }));
    expect([named.across, named.x]).toEqual([undefined, [0.25, 0.75]]);
    // Bars stand on zero, also where all are far above.
    expect(placesOf(chart({ form: 'bars', series: [{ title: 'a', values: [90, 95, 100] }] })).up.from).toBe(
      0,
    );
  });
});
