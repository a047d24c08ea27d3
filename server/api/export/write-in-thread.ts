import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { ExportProgress, WriteTask, WrittenExport } from './content/task.ts';

/** Heap in MB. */
const MEMORY = 1024;

const threads = new Threads<WriteTask, ExportProgress, WrittenExport>(
  new URL('./export.worker.ts', import.meta.url),
  MEMORY,
);

/** Writes the files of an export outside the server's heap and event loop. Throws JobFailure. */
export function writeInThread(
  task: WriteTask,
  signal: AbortSignal,
  progress: (part: number) => void,
): Promise<WrittenExport> {
  return threads.run(task, {
    signal,
    onMessage: ({ part }) => progress(part),
    failure: (key, values) => new JobFailure(key, values),
  });
}
