import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Made, MakeTask } from './make.ts';

/** A row of tiles of each level, and tables of a file: little of it is on the heap. */
const MEMORY = 1024;

export interface TerrainSaid {
  part: number;
}

const threads = new Threads<MakeTask, TerrainSaid, Made>(
  new URL('./terrain.worker.ts', import.meta.url),
  MEMORY,
);

/** Makes tiles away from the server's own heap and event loop. @throws JobFailure when the file is no use. */
export function makeInThread(
  task: MakeTask,
  signal: AbortSignal,
  progress: (part: number) => void,
): Promise<Made> {
  return threads.run(task, {
    signal,
    hear: ({ part }) => progress(part),
    failure: (failure, values) => new JobFailure(`terrain.refused.${failure}`, values),
  });
}
