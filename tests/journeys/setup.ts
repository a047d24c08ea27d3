import { buildWorkbench } from '../../server/app/build-workbench.ts';
import { readTown } from '../../server/app/demo/town.ts';
import { SHARED_SERVER, startGroma } from './harness.ts';

/**
 * Before the first journey: builds the workbench, which all servers use as it is (`GROMA_BUILD=0`), and starts the
 * server that most journeys share. The object types of the demo project are available in all projects.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildWorkbench((line) => void process.stdout.write(`${line}\n`));
  const shared = await startGroma({ GROMA_BUILD: '0', GROMA_DEMO: '0' });
  for (const type of readTown().types) await shared.api('POST', '/attributes', { ...type, projectIds: [] });
  process.env[SHARED_SERVER] = shared.url;
  return shared.stop;
}
