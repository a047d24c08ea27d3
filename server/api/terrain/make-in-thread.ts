import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Made, MakeTask } from './make.ts';

/** Heap in MB: a row of tiles of each level, and tables of a file. */
const MEMORY = 1024;

export interface TerrainMessage {
  part: number;
}

const threads = new Threads<MakeTask, TerrainMessage, Made>(
  new URL('./terrain.worker.ts', import.meta.url),
  MEMORY,
);

/** Builds tiles outside the server's heap and event loop. Throws JobFailure when the file cannot be used. */
export function makeInThread(
  task: MakeTask,
  signal: AbortSignal,
  progress: (part: number) => void,
): Promise<Made> {
  return threads.run(task, {
    signal,
    onMessage: ({ part }) => progress(part),
    failure: (failure, values) => new JobFailure(`terrain.refused.${failure}`, values),
  });
}
