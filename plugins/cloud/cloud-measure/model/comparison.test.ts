import { describe, expect, it } from 'vitest';
import { comparisonOf, type Deviated } from './comparison.ts';

const STEPS = 2000;
const source = { cloudId: 'b', content: 2, edits: 1, points: 200, complete: true, stoppedBy: null };
/** As many points in each bin from `low` to `high` metres of a histogram over ±1 m. */
function measured(low: number, high: number, complete = true): Deviated {
  const [step, counts] = [2 / STEPS, Array.from({ length: STEPS }, () => 0)];
  for (let i = Math.round((low + 1) / step); i < Math.round((high + 1) / step); i++) counts[i] = 1;
  return {
    measure: 'deviation',
    source: { ...source, complete },
    other: { ...source, cloudId: 'a', content: 7 },
    deviation: { histogram: { from: -1, step, counts } },
  } as unknown as Deviated;
}
const words = {
  unit: 1,
  nameOf: (id: string) => id,
  number: String,
  t: (key: string, values: Record<string, string | number>) => [key, ...Object.values(values)].join(' '),
};

describe('What points are coloured by', () => {
  it('spreads the colours and the bars over what the points deviate by, not over what was allowed', () => {
    const { range, most, histogram } = comparisonOf(measured(-0.1, 0.1), words)!;
    // 200 points; 2 % of them, 4, may be beyond each end: 0.1 m less 4 bins of 1 mm.
    expect(range[1]).toBeCloseTo(0.096, 9);
    expect([most, range[0]]).toEqual([1, -range[1]]);
    const within = histogram.counts.filter(
      (_, i) =>
        histogram.from + (i + 0.5) * histogram.step > range[0] &&
        histogram.from + (i + 0.5) * histogram.step < range[1],
    );
    expect(within.length).toBeGreaterThanOrEqual(40);
    expect(within.length).toBeLessThan(60);
    expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(200);
    expect(histogram.from + histogram.counts.length * histogram.step).toBeCloseTo(1, 9);
  });

  it('has bars of 40 steps where the points deviate by as much as was allowed', () => {
    const { range, histogram } = comparisonOf(measured(-1, 1), words)!;
    expect(range[1]).toBeCloseTo(0.96, 9);
    expect(histogram.counts).toHaveLength(50);
  });

  it('says where it is from, and that not all points were compared', () => {
    expect(comparisonOf(measured(0, 0.1), words)!.source).toEqual([
      'deviation.source.from a 7',
      'deviation.source.to b 2 1',
    ]);
    expect(comparisonOf(measured(0, 0.1, false), words)!.source.at(-1)).toBe('deviation.source.part 200');
  });
});
