import { expect, it } from 'vitest';
import type { CloudMeasured } from '#core/protocol';
import { distanceOver } from './distance.ts';

const source = { cloudId: 'c', content: 1, edits: 0, points: 9, complete: true, stoppedBy: null };
const pick = (position: [number, number, number] | null, noise: number | null = 0.003): CloudMeasured => ({
  measure: 'pick',
  source,
  point: position && { position, spacing: 0.1, noise, level: 3, attributes: {} },
});

it('is the way over the points that were found, in metres, with what is left of their noise', () => {
  // 3, 4, 12 are 13 apart; then 2 straight up. A foot is 0.3048 m.
  const { values, isLocal, measured } = distanceOver(
    [pick([0, 0, 0]), pick([3, 4, 12]), pick([3, 4, 14])],
    0.3048,
  );
  expect([isLocal, measured.source.points]).toEqual([true, 3]);
  expect(values.map(({ quantity, amount }) => [quantity, Number(amount.toFixed(9))])).toEqual([
    ['distance', 15 * 0.3048],
    ['horizontal', 5 * 0.3048],
    ['rise', 14 * 0.3048],
  ]);
  expect(values[0]!.within).toBeCloseTo(Math.sqrt(3) * 0.003 * 0.3048, 12);
  expect(distanceOver([pick([0, 0, 0]), pick([1, 0, 0], null)], 1).values[0]!.within).toBeUndefined();
});

it('is none where one of its points is none', () => {
  expect(distanceOver([pick([0, 0, 0]), pick(null)], 1).values).toEqual([]);
});
