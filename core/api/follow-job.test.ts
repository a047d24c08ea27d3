import { BehaviorSubject, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import type { Job } from '#core/protocol';
import type { Api } from './contract.ts';
import { followJob } from './follow-job.ts';
import type { Live } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const job = (more: Partial<Job>) => ({ id: 'job', state: 'running', progress: 0.5, ...more }) as Job;

/** A job that is followed; the server responds to polls with `states` in turn, and then with the last. */
function followed(...states: (Job | AppError)[]) {
  const [job$, state$] = [new Subject<Job>(), new BehaviorSubject('disconnected')];
  const call = vi.fn(() => {
    const next = states.length > 1 ? states.shift()! : states[0]!;
    return next instanceof AppError ? Promise.reject(next) : Promise.resolve({ data: next });
  });
  const stop = new AbortController();
  const progress: number[] = [];
  const result = followJob(
    { call } as unknown as Api,
    { on: () => job$, state$ } as unknown as Live,
    'job',
    (each) => progress.push(each.progress),
    stop.signal,
  );
  result.catch(() => undefined);
  return { result, call, stop, progress, job$, state$ };
}

describe('A job on the server', () => {
  it('is polled until it has finished, and no longer', async () => {
    const done = job({ state: 'done', progress: 1, result: 7 });
    const { result, progress, call } = followed(job({}), done);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await result, progress, call.mock.calls.length]).toEqual([done, [0.5], 2]);
  });

  it('finishes with an event, whose result is fetched', async () => {
    const done = job({ state: 'done', result: 7 });
    const { result, progress, job$ } = followed(job({}), done);
    await vi.advanceTimersByTimeAsync(0);
    job$.next(job({ progress: 0.75 }));
    job$.next(job({ id: 'other', state: 'failed' }));
    job$.next(job({ state: 'done' }));
    expect([await result, progress]).toEqual([done, [0.5, 0.75]]);
  });

  it('is followed on while the server does not respond', async () => {
    const done = job({ state: 'done', result: 7 });
    const { result, state$ } = followed(new AppError('http', 'Unreachable.'), done);
    state$.next('connected');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await result).toEqual(done);
  });

  it('is no longer followed when the server refuses, or the caller aborts', async () => {
    const refused = new AppError('http', 'No such job.', { status: 404 });
    const { result: failed } = followed(refused);
    await vi.advanceTimersByTimeAsync(0);
    await expect(failed).rejects.toBe(refused);
    const { result, stop, call } = followed(new AppError('http', 'Unreachable.'));
    await vi.advanceTimersByTimeAsync(5_000);
    stop.abort();
    await expect(result).rejects.toHaveProperty('name', 'AbortError');
    const { length } = call.mock.calls;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call).toHaveBeenCalledTimes(length);
  });
});
