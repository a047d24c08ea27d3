import { buildWorkbench } from '../../server/app/build-workbench.ts';
import { readTown } from '../../server/api/projects/town.ts';
import { SHARED_SERVER, startGroma } from './harness.ts';
import { MAP_SERVER, startMapServer } from './map-server.ts';

/**
 * Before the first journey: builds the workbench, which all servers use as it is (`GROMA_BUILD=0`), and starts the
 * server that most journeys share, with a map server that it may reach. The object types of the demo project are
 * available in all projects.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildWorkbench((line) => void process.stdout.write(`${line}\n`));
  const maps = await startMapServer();
  const { host } = new URL(maps.url);
  const shared = await startGroma({ GROMA_BUILD: '0', GROMA_DEMO: '0', GROMA_LAYER_HOSTS: host });
  for (const type of readTown().types) await shared.api('POST', '/attributes', { ...type, projectIds: [] });
  await shared.api('POST', '/layer-servers', { name: host });
  process.env[SHARED_SERVER] = shared.url;
  process.env[MAP_SERVER] = maps.url;
  return async () => {
    await shared.stop();
    await maps.close();
  };
}
