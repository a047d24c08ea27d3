/**
 * `npm run fuzz [minutes] [seed] [embedded|postgresql]`: sends requests as the schemas describe them, and invalid
 * ones, to every route. Prints its seed; exits with 1 on a response of 500, none within 10 s, or growing memory.
 */
import v8 from 'node:v8';
import vm from 'node:vm';
import { openPremises } from '../../server/testing/premises.ts';
import { engines, type EngineName } from '../../server/testing/databases.ts';
import { assault, shown } from './assault.ts';

const MB = 1024 * 1024;
/** Beyond the size of caches: tiles, callers, compiled schemas. */
const MAX_GROWTH = 48 * MB;

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;
const words = process.argv.slice(2);
const numbers = words.map(Number).filter((number) => Number.isFinite(number));
const [minutes = 3, seed = Date.now() % 1_000_000] = numbers;
const requested = engines.filter((engine) => words.includes(engine));
let failed = false;

for (const engine of requested.length > 0 ? requested : engines) await fuzz(engine);
process.exit(failed ? 1 : 0);

async function fuzz(engine: EngineName): Promise<void> {
  const place = await openPremises(engine, { logLevel: 'error', cacheMegabytes: 4 });
  const begun = performance.now();
  const kinds = new Map<string, number>();
  // The minimum in each third of the time: the memory of running requests is not growth.
  const min = [Infinity, Infinity, Infinity];
  let looked = 0;
  const tally = await assault(
    place,
    seed,
    () => {
      const minute = (performance.now() - begun) / 60_000;
      if (minute > looked + minutes / 30) {
        const third = Math.min(2, Math.floor((3 * minute) / minutes));
        min[third] = Math.min(min[third]!, held());
        looked = minute;
      }
      return minute > minutes;
    },
    ({ text, request }) => {
      failed = true;
      const kind = `${request.call} ${text.slice(0, 60)}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (kinds.get(kind) === 1) console.log(`✗ ${text}\n    ${shown(request)}`);
    },
  );
  const growth = min[2]! - min[1]!;
  if (!(growth <= MAX_GROWTH)) {
    failed = true;
    console.log(
      `✗ the memory held grew by ${(growth / MB).toFixed(0)} MB from the second third of the time to the last`,
    );
  }
  const health = await place.server.send('GET', '/health');
  if (health.status !== 200) failed = true;
  const statuses = [...tally.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  console.log(
    `${engine}, seed ${seed}: ${tally.sent} requests to ${tally.calls.size} calls; ${statuses.join(', ')}; slowest ${tally.slowest.ms.toFixed(0)} ms (${tally.slowest.call}); memory ${(growth / MB).toFixed(0)} MB; health ${health.status}`,
  );
  await place.server.close();
}

function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
