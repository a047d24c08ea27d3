/**
 * `npm run test:faults [kills] [first-start] [conversions] [database] [disk] [embedded] [postgresql]`: tests the server with a
 * power cut, a lost database and a full disk while people write. Prints the results and exits with 1 when anything
 * was lost, duplicated or left broken.
 */
import { engines } from '../../server/testing/databases.ts';
import { killWhileConverting } from './conversions.ts';
import { killFirstStart, killWhileWriting } from './kills.ts';
import { databaseAway, diskFull } from './outages.ts';

const KILLS = Number(process.env['KILLS'] ?? 50);
const requested = process.argv.slice(2);
const KINDS = ['kills', 'first-start', 'conversions', 'database', 'disk'];
const expected = (name: string) =>
  !requested.some((word) => KINDS.includes(word)) || requested.includes(name);
const requestedEngines = engines.filter(
  (engine, _, all) => !all.some((one) => requested.includes(one)) || requested.includes(engine),
);
let failed = false;

async function check(name: string, work: () => Promise<{ wrong: string[]; summary: string }>): Promise<void> {
  const start = performance.now();
  try {
    const { wrong, summary } = await work();
    failed ||= wrong.length > 0;
    console.log(`${wrong.length > 0 ? '✗' : '✓'} ${name}: ${summary} (${seconds(start)})`);
    for (const line of wrong.slice(0, 10)) console.log(`    ${line}`);
  } catch (failure) {
    failed = true;
    console.log(`✗ ${name} (${seconds(start)}):`, failure);
  }
}

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;

if (expected('kills'))
  for (const engine of requestedEngines)
    await check(`killed while writing, ${engine}`, async () => {
      const { kills, tally, wrong } = await killWhileWriting(engine, KILLS);
      const summary = `${kills} kills, ${tally.confirmed} changes confirmed, none lost or doubled; answers that had to be asked for again: ${JSON.stringify(tally.failed)}`;
      return {
        wrong,
        summary: wrong.length === 0 ? summary : `${wrong.length} of ${tally.confirmed} changes are wrong`,
      };
    });

if (expected('first-start'))
  for (const engine of requestedEngines)
    await check(`killed in its first start, ${engine}`, async () => {
      const delays = Array.from({ length: 12 }, () => Math.round(500 + Math.random() * 9000));
      return {
        wrong: await killFirstStart(engine, delays),
        summary: `${delays.length} kills, then one whole demo`,
      };
    });

if (expected('conversions'))
  for (const engine of requestedEngines)
    await check(`killed while converting a point cloud, ${engine}`, async () => ({
      wrong: await killWhileConverting(engine),
      summary: 'converted after the restart, nothing left behind',
    }));

if (expected('database') && engines.includes('postgresql'))
  await check('the database stopped and started', async () => {
    const { wrong, back } = await databaseAway();
    return { wrong, summary: `503 meanwhile, answering again after ${back.toFixed(0)} ms` };
  });

if (expected('disk'))
  if (process.getuid?.() === 0 && process.platform === 'linux')
    for (const engine of requestedEngines)
      await check(`the disk full, ${engine}`, async () => ({
        wrong: await diskFull(engine),
        summary: 'refused with a sentence, saved once there was room',
      }));
  else {
    failed = true;
    console.log('✗ the disk full: not tried, since mounting a small disk needs root on Linux.');
  }

process.exit(failed ? 1 : 0);
