import pLimit from 'p-limit';
import { HttpError } from '../../base/http-error.ts';
import type { Threads } from '../../platform/jobs/thread.ts';
import type { Services } from '../../platform/services/services.ts';
import { gridFiles, type GridFiles } from '../../shared/crs/grids.ts';

const AT_ONCE = 2;
/** Milliseconds; clients give up after 120 s. */
const LONGEST = 110_000;

const limit = pLimit(AT_ONCE);

/**
 * Runs a computation over the cells of terrains in a thread, few at a time, until the client is gone. Throws 422 with
 * what is wrong, AbortError.
 */
export function runOnTerrain<Task, Done, Answer>(
  services: Services,
  threads: Threads<Task, never, Done>,
  signal: AbortSignal,
  prepare: (grids: GridFiles) => Promise<{ task: Task; answer: (done: Done) => Answer }>,
): Promise<Answer> {
  return limit(async () => {
    signal.throwIfAborted();
    const { task, answer } = await prepare(await gridFiles(services));
    const late = AbortSignal.timeout(LONGEST);
    const running = threads.run(task, {
      signal: AbortSignal.any([signal, late]),
      onMessage: () => {},
      failure: (failure, values) => new HttpError(422, `terrain.refused.${failure}`, values),
    });
    const done = await running.catch((thrown: unknown) => {
      throw late.aborted ? new HttpError(422, 'terrain.volume.too-long', { most: LONGEST / 1000 }) : thrown;
    });
    return answer(done);
  });
}
