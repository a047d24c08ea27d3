import { buildWorkbench } from './build-workbench.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';
import { runProcess } from '../base/process.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

await runProcess('Groma', async () => {
  const config = readConfig();
  const built = buildWorkbench(print);
  // The database is opened while the rest of the program is loading.
  const database = openDatabase(config);
  // Told by runServer.
  for (const begun of [built, database]) begun.catch(() => {});
  const [{ runServer }, { openJobs }] = await Promise.all([import('./main.ts'), import('./job-kinds.ts')]);
  return runServer(config, { openJobs, print, built, database });
});
