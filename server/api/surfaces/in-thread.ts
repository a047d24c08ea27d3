import pLimit from 'p-limit';
import { HttpError } from '../../base/http-error.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import { gridFiles, type GridSource } from '../../shared/crs/grids.ts';
import type { SurfaceAnswer, SurfaceAnswers, SurfaceTask } from './tasks.ts';

/** Heap in MB: a million vertices, twice. */
const MEMORY = 1536;
/** Surfaces that are computed at the same time. */
const AT_ONCE = 2;
/** Milliseconds; clients give up after 120 s. */
const LONGEST = 110_000;

const threads = new Threads<SurfaceTask, never, SurfaceAnswer>(
  new URL('./surfaces.worker.ts', import.meta.url),
  MEMORY,
);
const limit = pLimit(AT_ONCE);

type WithoutGrids<Task> = Task extends unknown ? Omit<Task, 'grids'> : never;

/**
 * Computes beside the server, few at a time; `prepare` reads what it is about in its turn. Throws 422 with what is
 * wrong, AbortError.
 */
export function inThread<Kind extends SurfaceTask['kind']>(
  services: GridSource,
  signal: AbortSignal,
  prepare: () => Promise<Extract<WithoutGrids<SurfaceTask>, { kind: Kind }>>,
): Promise<SurfaceAnswers[Kind]> {
  return limit(async () => {
    signal.throwIfAborted();
    const task = {
      ...(await prepare()),
      grids: await gridFiles(services, ['shift', 'geoid']),
    } as SurfaceTask;
    const late = AbortSignal.timeout(LONGEST);
    const running = threads.run(task, {
      signal: AbortSignal.any([signal, late]),
      onMessage: () => undefined,
      failure: (key, values) => new HttpError(422, key, values),
    });
    const answer = await running.catch((thrown: unknown) => {
      throw late.aborted ? new HttpError(422, 'surfaces.too-slow', { most: LONGEST / 1000 }) : thrown;
    });
    return answer as SurfaceAnswers[Kind];
  });
}
