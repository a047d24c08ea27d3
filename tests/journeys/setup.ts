import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWorkbench } from '../../server/app/build-workbench.ts';
import { embeddedTemplate } from '../../server/testing/embedded-template.ts';
import { FIRST_START, startGroma } from './harness.ts';

/**
 * Before the first journey the workbench is built once, which their servers take as it is (`GROMA_BUILD=0`), and a server
 * is started for the first time, on a database that has its tables: the others begin with its folder, and are there in a
 * quarter of the time.
 */
export default async function setup(): Promise<() => void> {
  await buildWorkbench((line) => void process.stdout.write(`${line}\n`));
  const empty = mkdtempSync(join(tmpdir(), 'groma-journeys-'));
  cpSync(await embeddedTemplate(), join(empty, 'data', 'database'), { recursive: true });
  process.env[FIRST_START] = empty;
  const first = await startGroma({ GROMA_BUILD: '0' });
  await first.rest();
  process.env[FIRST_START] = first.folder;
  return () => {
    for (const folder of [empty, first.folder]) rmSync(folder, { recursive: true, force: true });
  };
}
