import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { CloudTask, ConvertedCloud } from './convert.ts';

/** Heap in MB; points are in buffers beside it, of at most two million at a time. */
const MEMORY = 512;

export interface CloudMessage {
  part: number;
}

const threads = new Threads<CloudTask, CloudMessage, ConvertedCloud>(
  new URL('./cloud.worker.ts', import.meta.url),
  MEMORY,
);

/** Converts outside the server's heap and event loop. Throws JobFailure when the file, called `name`, cannot be used. */
export function convertInThread(
  task: CloudTask,
  name: string,
  signal: AbortSignal,
  progress: (part: number) => void,
): Promise<ConvertedCloud> {
  return threads.run(task, {
    signal,
    onMessage: ({ part }) => progress(part),
    failure: (failure, values) => new JobFailure(failure, { name, ...values }),
  });
}
