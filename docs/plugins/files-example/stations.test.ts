import { describe, expect, it } from 'vitest';
import { lineOf, stationOf } from './stations.ts';

/** `npm test` runs what ends with `.test.ts`, beside the contract of every plugin. */
describe('a line of a station list', () => {
  it('is read and written again', () => {
    const station = stationOf('P1;12.4924;41.8902;35.2');
    expect(station?.location.coordinates).toEqual([12.4924, 41.8902, 35.2]);
    expect(lineOf({ ...station!, typeName: 'Station' })).toBe('P1;12.4924;41.8902;35.2\n');
  });

  it.each(['', 'P1', 'P1;12;north;35', ';12;41;35', 'P1;12;41'])('is none in %j', (line) => {
    expect(stationOf(line)).toBeUndefined();
  });
});
