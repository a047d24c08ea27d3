import { sentenceOf } from '#core/kernel';
import { buildWorkbench } from './build-workbench.ts';
import { readConfig } from './config.ts';
import { openJobs } from './jobs/open.ts';
import { runServer, type RunningServer } from './main.ts';

/** Requests under way get so long to finish, milliseconds. */
const PATIENCE = 20_000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const config = readConfig();
  const built = buildWorkbench(print);
  built.catch(() => {}); // told by runServer
  const server = await runServer(config, { openJobs, print, built });
  stopOn('SIGTERM', server);
  stopOn('SIGINT', server);
} catch (failure) {
  process.stderr.write(`Groma cannot start: ${sentenceOf(failure)}\n`);
  process.exit(1);
}

function stopOn(signal: NodeJS.Signals, server: RunningServer): void {
  process.once(signal, () => {
    // Asked a second time, or out of patience: what is not acknowledged by now is not stored, and that is safe.
    process.once(signal, () => process.exit(1));
    setTimeout(() => process.exit(1), PATIENCE).unref();
    server.stop().then(
      () => process.exit(0),
      (failure: unknown) => {
        process.stderr.write(`Groma stopped with an error: ${sentenceOf(failure)}\n`);
        process.exit(1);
      },
    );
  });
}
