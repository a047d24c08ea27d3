import { isAbort } from '#core/kernel';
import { HttpError } from '../../base/http-error.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { MadePyramid, PyramidTask } from './pyramid.ts';

export type PanoramaTask = PyramidTask | { file: string };
export interface PanoramaMessage {
  part: number;
}

/** Heap in MB; pictures are decoded beside it. */
const MEMORY = 512;
/** Milliseconds for a look at an upload; what takes longer is judged by the job. */
const PATIENCE = 20_000;

const threads = new Threads<PanoramaTask, PanoramaMessage, MadePyramid | undefined>(
  new URL('./panorama.worker.ts', import.meta.url),
  MEMORY,
);

/** Makes the pyramid outside the server's heap and event loop. Throws JobFailure. */
export async function pyramidInThread(
  task: PyramidTask,
  name: string,
  signal: AbortSignal,
  progress: (part: number) => void,
): Promise<MadePyramid> {
  const made = await threads.run(task, {
    signal,
    onMessage: ({ part }) => progress(part),
    failure: (failure, values) => new JobFailure(failure, { name, ...values }),
  });
  return made!;
}

/** Throws 422 when the picture, called `name`, cannot be decoded whole. */
export async function refuseDamaged(file: string, name: string): Promise<void> {
  try {
    await threads.run(
      { file },
      {
        signal: AbortSignal.timeout(PATIENCE),
        onMessage: () => {},
        failure: (failure, values) => new HttpError(422, failure, { name, ...values }),
      },
    );
  } catch (thrown) {
    if (!isAbort(thrown)) throw thrown;
  }
}
