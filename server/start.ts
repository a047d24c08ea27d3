import { buildWorkbench } from './build-workbench.ts';
import { readConfig } from './config.ts';
import { openJobs } from './jobs/open.ts';
import { runServer } from './main.ts';
import { runProcess } from './process.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

await runProcess('Groma', async () => {
  const config = readConfig();
  const built = buildWorkbench(print);
  built.catch(() => {}); // told by runServer
  return runServer(config, { openJobs, print, built });
});
