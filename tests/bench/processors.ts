import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Share of all processors that is busy over the next milliseconds, while this process waits. */
export async function busyShare(milliseconds: number): Promise<number> {
  const [idle, all] = times();
  await wait(milliseconds);
  const [idleAfter, allAfter] = times();
  return 1 - (idleAfter - idle) / Math.max(1, allAfter - all);
}

/** Resolves when what a measured program does afterwards has ended. Throws when it does not within a minute. */
export async function untilIdle(): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await busyShare(500)) > 0.05)
    if (Date.now() > end) throw new Error('The processors are still busy after a minute.');
}

function times(): [idle: number, all: number] {
  let [idle, all] = [0, 0];
  for (const { times: each } of cpus()) {
    idle += each.idle;
    for (const one of Object.values(each)) all += one;
  }
  return [idle, all];
}
