import { HttpError } from '../../base/http-error.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { SampledCloud, SampleTask } from './sample.ts';

/** Heap in MB. */
const MEMORY = 512;
/** Milliseconds. */
const TIME_LIMIT = 60_000;
const MAX_WAITING = 20;

const threads = new Threads<SampleTask, never, SampledCloud>(
  new URL('./sample.worker.ts', import.meta.url),
  MEMORY,
);

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Samples one file after another, outside the server's event loop. Throws HttpError 422, or 503 when too many wait. */
export async function sampleInThread(task: SampleTask, name: string): Promise<SampledCloud> {
  if (waiting >= MAX_WAITING)
    throw new HttpError(503, 'pointcloud.busy', {}, { headers: { 'retry-after': '5' } });
  waiting++;
  const sampled = last.then(() =>
    threads.run(task, {
      signal: AbortSignal.timeout(TIME_LIMIT),
      onMessage: () => {},
      failure: (key, values) => new HttpError(422, key, { name, ...values }),
    }),
  );
  last = sampled.catch(() => {});
  try {
    return await sampled;
  } catch (thrown) {
    const isStopped = thrown instanceof JobFailure || (thrown as Error).name === 'AbortError';
    if (!isStopped) throw thrown;
    throw new HttpError(422, 'pointcloud.sample-stopped', { name });
  } finally {
    waiting--;
  }
}
