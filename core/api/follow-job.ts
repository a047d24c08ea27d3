import { filter, merge, switchMap, timer, type Subscription } from 'rxjs';
import { getJob, type Job } from '#core/protocol';
import type { Api } from './contract.ts';
import type { Live } from './live.ts';

/** Milliseconds between two polls while the event stream is connected, and while it is not. */
const CONNECTED_INTERVAL = 5_000;
const DISCONNECTED_INTERVAL = 1_000;

export const isFinished = ({ state }: Job): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/**
 * Follows a job by the event stream, and by polling. Resolves to the finished job with its result. Calls `onProgress`
 * with each state before. The job runs on while the server does not respond, and is followed until `signal` is aborted.
 * @throws AbortError, AppError
 */
export function followJob(
  api: Api,
  live: Live,
  id: string,
  onProgress: (job: Job) => void,
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
    const fetched$ = async (): Promise<Job> => (await api.call(getJob, { params: { id } }, { signal })).data;
    const pushed$ = live.on('job').pipe(filter((job) => job.id === id));
    const polled$ = live.state$.pipe(
      switchMap((state) => timer(0, state === 'connected' ? CONNECTED_INTERVAL : DISCONNECTED_INTERVAL)),
      switchMap(() => fetched$()),
    );
    following = merge(pushed$, polled$).subscribe({
      next: (job) => {
        if (!isFinished(job)) return onProgress(job);
        stop();
        // Events do not include the result.
        if (job.result === undefined) fetched$().then(resolve, reject);
        else resolve(job);
      },
      error: (failure: unknown) => {
        stop();
        reject(failure);
      },
    });
    // It may have finished with the first response.
    if (signal.aborted) following.unsubscribe();
  });
}
