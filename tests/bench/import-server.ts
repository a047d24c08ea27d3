/** The server as a process of its own, so that its memory can be told from the bench's; settings from the environment. */
import { readConfig } from '../../server/config.ts';
import { openJobs } from '../../server/jobs/open.ts';
import { runServer } from '../../server/main.ts';

const server = await runServer(readConfig(), { openJobs, print: () => {} });
process.send?.(server.url);
process.once('disconnect', () => void server.stop().finally(() => process.exit(0)));
