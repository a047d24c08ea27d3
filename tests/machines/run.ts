/**
 * `npm run test:machines`: three servers and two workers behind nginx, as on separate machines, started on this one
 * with Debian's packages `postgresql`, `postgis` and `nginx` and an S3 store; then checks the requirements of such a
 * site, one by one.
 */
import {
  eventsEverywhere,
  filesEverywhere,
  firstStart,
  jobsOnce,
  killedUnderLoad,
  rightsEverywhere,
  rollingRestart,
  sharedKey,
  storeAway,
  type MachineCheck,
} from './checks.ts';
import { openSite } from './site.ts';

const CHECKS: Record<string, MachineCheck> = {
  'started together on an empty database': firstStart,
  'one signing key': sharedKey,
  'live events at every server': eventsEverywhere,
  'rights at every server': rightsEverywhere,
  'files at every server': filesEverywhere,
  'the store of files gone and back': storeAway,
  'jobs done once': jobsOnce,
  'servers killed under load': killedUnderLoad,
  'servers restarted one by one under load': rollingRestart,
};

let failed = false;
const site = await openSite();
try {
  for (const [name, check] of Object.entries(CHECKS)) {
    const start = performance.now();
    try {
      const messages = await check(site);
      console.log(`✓ ${name}: ${messages} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
    } catch (failure) {
      failed = true;
      console.log(`✗ ${name}:`, failure instanceof Error ? failure.message : failure);
    }
  }
} finally {
  await site.stop();
}
process.exit(failed ? 1 : 0);
