import { rmSync } from 'node:fs';
import { buildWorkbench } from '../../server/build-workbench.ts';
import { FIRST_START, startGroma } from './harness.ts';

/**
 * Before the first journey the workbench is built once, which their servers take as it is (`GROMA_BUILD=0`), and a server
 * is started for the first time: the others begin with its folder, and are there in a quarter of the time.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildWorkbench((line) => void process.stdout.write(`${line}\n`));
  const first = await startGroma({ GROMA_BUILD: '0' });
  await first.rest();
  process.env[FIRST_START] = first.folder;
  return async () => rmSync(first.folder, { recursive: true, force: true });
}
