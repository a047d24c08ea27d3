import { createInterface } from 'node:readline';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openServices } from '../app/compose.ts';
import { readConfig } from '../app/config.ts';
import { openDatabase } from '../app/open-database.ts';
import { openQueue } from '../platform/jobs/database-queue.ts';
import type { JobKind } from '../platform/jobs/kind.ts';

/**
 * A separate worker for tests, on DATABASE_URL. Its only kind of job reports on stdout that it has started, leaves a
 * file, waits for a line on stdin, then counts itself in the table `counted` and finishes.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const print = (line: string) => void process.stdout.write(`${line}\n`);

let stopping = false;

const counted: JobKind = {
  timeLimit: 600_000,
  async run(work) {
    await writeFile(path.join(work.folder, 'half'), 'written');
    print(`begun ${work.id} ${work.folder}`);
    await Promise.race([
      lines.next(),
      new Promise((resolve) => work.signal.addEventListener('abort', resolve)),
    ]);
    // It stops when it is asked to; when another worker has taken its job over, it still tries to finish and must be
    // refused.
    if (stopping) throw new DOMException('Stopped.', 'AbortError');
    try {
      await work.services.db.transaction(async (tx) => {
        await tx.query('insert into counted (job_id) values ($1)', [work.id]);
        await work.finish(tx, 'counted');
      });
      print('finished');
    } catch (failure) {
      print('not ours');
      throw failure;
    }
  },
};

const config = readConfig();
const { close } = await openServices(await openDatabase(config), config, (services) =>
  openQueue(services, { counted }, { atOnce: 1, deadAfter: 2 }),
);
print('ready');
process.once('SIGTERM', () => {
  stopping = true;
  void close().then(() => process.exit(0));
});
