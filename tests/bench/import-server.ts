/**
 * The server as a separate process, so that its memory can be distinguished from the bench's; settings from the
 * environment.
 */
import { readConfig } from '../../server/app/config.ts';
import { openJobs } from '../../server/app/job-kinds.ts';
import { runServer } from '../../server/app/main.ts';

const server = await runServer(readConfig(), { openJobs, print: () => {} });
process.send?.(server.url);
process.once('disconnect', () => void server.stop().finally(() => process.exit(0)));
