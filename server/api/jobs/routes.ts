import { cancelJob, getJob, listJobs, type Job } from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { withoutOwner } from '../../platform/jobs/rows.ts';
import { visibleJob, visibleJobs } from './visible-jobs.ts';

export const routes: Route[] = [
  route(listJobs, async ({ query, caller, services }) => {
    const { kind, projectid } = query;
    if (projectid) await requireProject(services.db, caller, projectid);
    const rows = await visibleJobs(services.db, caller, { kind, projectId: projectid });
    return rows.map(withoutOwner);
  }),

  route(getJob, async ({ params, caller, services }) => {
    const row = await visibleJob(services.db, caller, params.id);
    if (row.userId !== caller.userId) return withoutOwner(row);
    // The result belongs to the owner alone: it may show types that others are blocked from.
    const [job] = await services.db.query<Pick<Job, 'result'>>('select result from jobs where id = $1', [
      row.id,
    ]);
    return { ...withoutOwner(row), result: job?.result ?? null };
  }),

  route(cancelJob, async ({ params, caller, services }) => {
    const row = await visibleJob(services.db, caller, params.id);
    if (row.userId !== caller.userId) throw new HttpError(403, 'jobs.not-yours');
    await services.jobs.cancel(row.id);
    return undefined;
  }),
];
