import { AppError } from '#core/kernel';
import { getPluginRun, startPluginJob } from '#core/protocol';
import type { PluginContext } from './plugin-context.ts';
import type { ValuesOf } from './messages.ts';

/** Milliseconds between two looks whether a job has ended, and until nobody waits any longer. */
const LOOK = 1000;
const LONGEST = 150_000;

/** Starts a job on the server and resolves to what it returns. Throws AppError with a sentence where it fails. */
export async function runJob(
  context: PluginContext,
  { place, job, input }: ValuesOf<'jobs.run'>,
): Promise<unknown> {
  context.require('jobs');
  const { plugin, services } = context;
  if (plugin.code !== undefined) throw context.problem('development-job');
  const headers = place === 'project' ? { projectid: context.open().project.id } : {};
  const { data } = await services.api.call(startPluginJob, {
    params: { id: plugin.id, job },
    headers,
    body: { input },
  });
  for (const begun = performance.now(); performance.now() - begun < LONGEST;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    const request = { params: { id: plugin.id, run: data.id } };
    const { data: run } = await services.api.call(getPluginRun, request);
    if (run.state === 'done') return run.result;
    if (run.state === 'failed') throw new AppError('outside-plugin', run.problem ?? '');
  }
  throw context.problem('job-late', { job });
}
