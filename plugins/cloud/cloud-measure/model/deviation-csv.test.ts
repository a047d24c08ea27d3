import { expect, it } from 'vitest';
import { deviationCsv } from './deviation-csv.ts';

it('writes the figures of a comparison and its histogram in metres', () => {
  const source = { cloudId: 'b', content: 2, edits: 1, points: 3, complete: true, stoppedBy: null };
  const text = deviationCsv({
    cloudName: 'May "wet".laz',
    otherName: 'April.laz',
    source,
    other: { ...source, content: 7 },
    unit: 0.5,
    most: 2,
    tolerance: 0.5,
    deviation: {
      mean: 0.25,
      median: 0.5,
      rms: 1,
      plusMinus: 0.125,
      compared: 3,
      beyond: 1,
      within: 2,
      histogram: { from: -2, step: 1, counts: [0, 1, 2, 0] },
      sample: [],
    },
  });
  const lines = text.split('\r\n');
  expect(lines.slice(0, 5)).toEqual([
    'quantity,from,to,value,unit',
    'surface,,,"April.laz, version 7",',
    'cloud,,,"May ""wet"".laz, version 2, classes 1",',
    'complete,,,true,',
    'mean,,,0.125,m',
  ]);
  expect(lines).toContain('tolerance,,,0.25,m');
  expect(lines).toContain('within,,,2,count');
  expect(lines.slice(-3)).toEqual(['points,-0.5,0,1,count', 'points,0,0.5,2,count', '']);
});
