import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Hearing, Reading, ReadingTask } from './reading/task.ts';

/** Heap in MB: enough for the largest record and the tables of a file. */
const MEMORY = 1024;

export type ReaderSaid = { part: number } | { written: { bytes: number; rows: number } };

const threads = new Threads<ReadingTask, ReaderSaid, Reading>(
  new URL('./reader.worker.ts', import.meta.url),
  MEMORY,
);

/** Starts a reader before the upload is complete. */
export function warmReader(): void {
  threads.warm();
}

/** Reads an upload outside the server's heap and event loop. Throws JobFailure when it cannot be read. */
export function readInThread(
  task: ReadingTask,
  signal: AbortSignal,
  hear: Partial<Hearing> = {},
): Promise<Reading> {
  return threads.run(task, {
    signal,
    hear: (said) => ('part' in said ? hear.progress?.(said.part) : hear.written?.(said.written)),
    failure: (failure, values) => new JobFailure(`import.refused.${failure}`, values),
  });
}
