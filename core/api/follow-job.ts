import { filter, merge, switchMap, timer, type Subscription } from 'rxjs';
import { getJob, type Job } from '#core/protocol';
import type { Api } from './contract.ts';
import type { Live } from './live.ts';

/** Between two questions while the event stream is up, and while it is not; milliseconds. */
const SELDOM = 5_000;
const OFTEN = 1_000;

export const hasEnded = ({ state }: Job): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/**
 * Follows a job by the event stream, and by asking where events do not come; resolves to it, with its result, when it
 * has ended. `hear` gets each state in between. @throws AbortError, AppError.
 */
export function followJob(
  api: Api,
  live: Live,
  id: string,
  hear: (job: Job) => void,
  signal: AbortSignal,
): Promise<Job> {
  return new Promise((resolve, reject) => {
    let following: Subscription | undefined = undefined;
    const stop = () => {
      following?.unsubscribe();
      signal.removeEventListener('abort', aborted);
    };
    const aborted = () => {
      stop();
      reject(new DOMException('No longer followed.', 'AbortError'));
    };
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted);
    const ask = async (): Promise<Job> => (await api.call(getJob, { params: { id } }, { signal })).data;
    const told = live.on('job').pipe(filter((job) => job.id === id));
    const asked = live.state$.pipe(
      switchMap((state) => timer(0, state === 'connected' ? SELDOM : OFTEN)),
      switchMap(() => ask()),
    );
    following = merge(told, asked).subscribe({
      next: (job) => {
        if (!hasEnded(job)) return hear(job);
        stop();
        // Events leave the result out.
        if (job.result === undefined) ask().then(resolve, reject);
        else resolve(job);
      },
      error: (failure: unknown) => {
        stop();
        reject(failure);
      },
    });
    // It may have ended in the very first answer.
    if (signal.aborted) following.unsubscribe();
  });
}
