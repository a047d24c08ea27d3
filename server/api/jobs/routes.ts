import { cancelJob, getJob, listJobs, type Job } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { JOB_COLUMNS, withoutOwner, type JobRow } from '../../platform/jobs/rows.ts';

const MAX_LISTED = 200;

export const routes: Route[] = [
  route(listJobs, async ({ query, caller, services }) => {
    const { kind, projectid } = query;
    // Members see every job of a project; otherwise people see their own.
    if (projectid) await requireProject(services.db, caller, projectid);
    const rows = await services.db.query<JobRow>(
      `select ${JOB_COLUMNS} from jobs j
       where ${projectid ? 'j.project_id = $1' : 'j.user_id = $1'} and ($2::text is null or j.kind = $2)
       order by j.created_at desc limit ${MAX_LISTED}`,
      [projectid ?? caller.userId, kind ?? null],
    );
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

/** The person's own job, or one of a project they are a member of. Throws 404. */
async function visibleJob(db: Queries, caller: Caller, id: string): Promise<JobRow> {
  const [row] = await db.query<JobRow>(
    `select ${JOB_COLUMNS} from jobs j
     where j.id = $1 and (j.user_id = $2 or j.project_id in (
       select pm.project_id from project_members pm join projects p on p.id = pm.project_id
       where pm.user_id = $2 and p.organization_id = $3))`,
    [id, caller.userId, caller.organizationId],
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}
