import {
  defer,
  exhaustMap,
  filter,
  first,
  firstValueFrom,
  fromEvent,
  map,
  merge,
  of,
  retry,
  switchMap,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { AppError } from '#core/kernel';
import { getJob, type Job } from '#core/protocol';
import type { Api } from './contract.ts';
import type { Live } from './live.ts';

/** Milliseconds between two polls while the event stream is connected, and while it is not. */
const CONNECTED_INTERVAL = 5_000;
const DISCONNECTED_INTERVAL = 1_000;
/** Milliseconds after a poll without a response until the next. */
const RETRY_DELAY = 1_000;

export const isFinished = ({ state }: Job): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/**
 * Follows a job by the event stream, and by polling. Resolves to the finished job with its result. Calls `onProgress`
 * with each state before. The job runs on while the server does not respond, and is followed until `signal` is aborted.
 * @throws AbortError, AppError
 */
export async function followJob(
  api: Api,
  live: Live,
  id: string,
  onProgress: (job: Job) => void,
  signal: AbortSignal,
): Promise<Job> {
  const aborted = () => new DOMException('No longer followed.', 'AbortError');
  if (signal.aborted) throw aborted();
  const fetched$ = defer(() => api.call(getJob, { params: { id } }, { signal })).pipe(
    retry({ delay: (failure) => (hasNoResponse(failure) ? timer(RETRY_DELAY) : throwError(() => failure)) }),
    map(({ data }) => data),
  );
  const pushed$ = live.on('job').pipe(filter((job) => job.id === id));
  const polled$ = live.state$.pipe(
    switchMap((state) => timer(0, state === 'connected' ? CONNECTED_INTERVAL : DISCONNECTED_INTERVAL)),
    exhaustMap(() => fetched$),
  );
  const finished$ = merge(pushed$, polled$).pipe(
    tap((job) => !isFinished(job) && onProgress(job)),
    first(isFinished),
    // Events do not include the result.
    switchMap((job) => (job.result === undefined ? fetched$ : of(job))),
  );
  const aborted$ = fromEvent(signal, 'abort').pipe(switchMap(() => throwError(aborted)));
  return firstValueFrom(merge(aborted$, finished$));
}

function hasNoResponse(failure: unknown): boolean {
  return failure instanceof AppError && failure.id === 'http' && failure.status === undefined;
}
