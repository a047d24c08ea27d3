import { describe, expect, it } from 'vitest';
import { wellOf } from './wells.ts';

/** What ends with `.test.ts` is run beside the contract of every plugin. */
describe('a line of a list of wells', () => {
  it('has number, longitude, latitude and depth', () => {
    expect(wellOf('7; 12.4924; 41.8902; 25.5')).toEqual({
      location: { type: 'Point', coordinates: [12.4924, 41.8902] },
      properties: { number: 7, depth: 25.5 },
    });
  });

  it.each(['', '7;12.4924;41.8902', '7;12.4924;north;25.5', '7;;41.8902;25.5'])('is none in %j', (line) => {
    expect(wellOf(line)).toBeUndefined();
  });
});
