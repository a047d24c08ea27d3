import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { ReadingListener, FileReading, ReadingTask } from './reading/task.ts';

/** Heap in MB: enough for the largest record and the tables of a file. */
const MEMORY = 1024;

export type ReaderMessage = { part: number } | { written: { bytes: number; rows: number } };

const threads = new Threads<ReadingTask, ReaderMessage, FileReading>(
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
  listener: Partial<ReadingListener> = {},
): Promise<FileReading> {
  return threads.run(task, {
    signal,
    onMessage: (message) =>
      'part' in message ? listener.progress?.(message.part) : listener.written?.(message.written),
    failure: (failure, values) => new JobFailure(`import.refused.${failure}`, values),
  });
}
