import { filter, firstValueFrom, map, merge, switchMap, takeUntil, timer } from 'rxjs';
import { AppError } from '#core/kernel';
import { getPluginRun, startPluginJob } from '#core/protocol';
import type { PluginContext } from './plugin-context.ts';
import type { ValuesOf } from './messages.ts';

/** Milliseconds between two looks whether a job has ended, should the event be lost, and until nobody waits any longer. */
const LOOK = 15_000;
const LONGEST = 150_000;

/** Starts a job on the server and resolves to what it returns. Throws AppError with a sentence where it fails. */
export async function runJob(
  context: PluginContext,
  { place, job, input }: ValuesOf<'jobs.run'>,
): Promise<unknown> {
  context.require('jobs');
  const { plugin, services } = context;
  const { api, live } = services;
  if (plugin.code !== undefined) throw context.problem('development-job');
  const headers = place === 'project' ? { projectid: context.open().project.id } : {};
  const { data: started } = await api.call(startPluginJob, {
    params: { id: plugin.id, job },
    headers,
    body: { input },
  });
  const announced$ = live.on('pluginRun').pipe(filter(({ id }) => id === started.id));
  // At once, too: it may have ended before its id came.
  const ended$ = merge(announced$, timer(0, LOOK)).pipe(
    switchMap(() => api.call(getPluginRun, { params: { id: plugin.id, run: started.id } })),
    map(({ data }) => data),
    filter(({ state }) => state === 'done' || state === 'failed'),
    takeUntil(timer(LONGEST)),
  );
  const run = await firstValueFrom(ended$, { defaultValue: undefined });
  if (!run) throw context.problem('job-late', { job });
  if (run.state === 'failed') throw new AppError('outside-plugin', run.problem ?? '');
  return run.result;
}
