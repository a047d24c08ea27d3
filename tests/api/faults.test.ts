import { describe, expect, it } from 'vitest';
import { engines } from '../../server/testing/databases.ts';
import { killWhileConverting } from '../faults/conversions.ts';
import { killFirstStart, killWhileWriting } from '../faults/kills.ts';
import { databaseAway } from '../faults/outages.ts';

/** The short version of `npm run test:faults`. */
const MINUTES = 60_000;

describe.each(engines)('a server on the %s engine', (engine) => {
  it(
    'has lost and duplicated nothing it confirmed when it is killed during writes',
    async () => {
      const { wrong, tally } = await killWhileWriting(engine, 1);
      expect(wrong).toEqual([]);
      expect(tally.confirmed).toBeGreaterThan(0);
    },
    10 * MINUTES,
  );

  it(
    'creates one complete demo project, although its first start was killed',
    async () => {
      expect(await killFirstStart(engine, [1500, 4000])).toEqual([]);
    },
    10 * MINUTES,
  );

  it(
    'converts a point cloud after it was killed while doing so, and leaves no file behind',
    async () => {
      expect(await killWhileConverting(engine)).toEqual([]);
    },
    10 * MINUTES,
  );
});

describe.runIf(engines.includes('postgresql'))('a server whose database stops', () => {
  it(
    'reports an outage of the database, and continues afterwards with everything that was confirmed',
    async () => {
      expect((await databaseAway()).wrong).toEqual([]);
    },
    5 * MINUTES,
  );
});
