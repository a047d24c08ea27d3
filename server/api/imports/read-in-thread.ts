import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Hearing, Reading, ReadingTask } from './reading/task.ts';

/** A file's largest record, its tables and a TopoJSON fit in; what needs more is no file for this road. */
const MEMORY = 1024;

export type ReaderSaid = { part: number } | { written: { bytes: number; rows: number } };

const threads = new Threads<ReadingTask, ReaderSaid, Reading>(
  new URL('./reader.worker.ts', import.meta.url),
  MEMORY,
);

/** Has a reader ready by the time an upload has come in. */
export function warmReader(): void {
  threads.warm();
}

/** Reads an upload away from the server's own heap and event loop. @throws JobFailure when it cannot be read. */
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
