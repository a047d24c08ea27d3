import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPluginRun } from '#core/protocol';
import { runJob } from './jobs.ts';
import type { PluginContext } from './plugin-context.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const run = { id: 'r', state: 'running', result: undefined as unknown, problem: null as string | null };
  const events = new Subject<{ id: string }>();
  const looks = vi.fn();
  const call = (what: unknown) => {
    if (what !== getPluginRun) return Promise.resolve({ data: { id: 'r' } });
    looks();
    return Promise.resolve({ data: { ...run } });
  };
  const context = {
    require: () => undefined,
    plugin: { id: 'p' },
    services: { api: { call }, live: { on: () => events } },
    problem: (key: string) => new Error(key),
  } as unknown as PluginContext;
  const answer = runJob(context, { place: 'organization', job: 'count' });
  answer.catch(() => undefined);
  return { run, events, looks, answer };
}

it('answers as soon as the server tells that the run has ended, and looks no more', async () => {
  const { run, events, looks, answer } = started();
  await vi.advanceTimersByTimeAsync(5_000);
  Object.assign(run, { state: 'done', result: 7 });
  events.next({ id: 'of somebody else' });
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toHaveBeenCalledTimes(1);
  events.next({ id: 'r' });
  await expect(answer).resolves.toBe(7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveBeenCalledTimes(2);
});

it('finds the end of a run of which it was not told, with the sentence of one that has failed', async () => {
  const { run, answer } = started();
  await vi.advanceTimersByTimeAsync(1_000);
  Object.assign(run, { state: 'failed', problem: 'Too long.' });
  await vi.advanceTimersByTimeAsync(15_000);
  await expect(answer).rejects.toThrow('Too long.');
});

it('gives up a run that does not end', async () => {
  const { answer } = started();
  await vi.advanceTimersByTimeAsync(151_000);
  await expect(answer).rejects.toThrow('job-late');
});
