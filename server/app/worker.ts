/** `npm run worker`: a process that only runs jobs, next to servers on the same database. */
import { openServices } from './compose.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';
import { openJobs } from './job-kinds.ts';
import { runProcess } from '../base/process.ts';

await runProcess('The worker of Groma', async () => {
  const config = readConfig();
  if (!config.databaseUrl)
    throw new Error(
      'It needs DATABASE_URL: the embedded database belongs to one server, which runs its jobs itself.',
    );
  if (config.workers === 0) throw new Error('GROMA_WORKERS is 0, so it would do nothing. Set at least 1.');
  const { close } = await openServices(await openDatabase(config), config, openJobs);
  process.stdout.write(`The worker of Groma is ready: ${config.workers} jobs at a time.\n`);
  return { stop: close };
});
