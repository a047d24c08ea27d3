import { getPluginRun, listPluginRuns, startPluginJob, type Language, type PluginRun } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { sentence } from '../../../base/language.ts';
import { route, type Route } from '../../../http/context.ts';
import { requireProject } from '../../../shared/access/scope.ts';
import { findPlugin, usablePlugin } from '../store.ts';
import { queueCall } from './runs.ts';

const MAX_LISTED = 50;
const time = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COLUMNS = `r.id, r.job, r.reason, r.project_id as "projectId", r.state, r.version, r.result, r.log, r.failure,
  r.detail, ${time('r.created_at')} as "createdAt", ${time('r.ended_at')} as "endedAt"`;

interface RunRow extends Omit<PluginRun, 'problem' | 'result'> {
  failure: string | null;
  detail: string | null;
  result: string | null;
}

function runOf({ failure, detail, result, ...run }: RunRow, language: Language): PluginRun {
  const problem = failure && sentence(language, failure, { job: run.job, detail: detail ?? '' });
  return { ...run, problem, result: result === null ? undefined : (JSON.parse(result) as unknown) };
}

export const routes: Route[] = [
  route(startPluginJob, async ({ params, headers, body, caller, services, reply }) => {
    const { manifest } = await usablePlugin(services.db, caller, params.id, 'jobs');
    if (!manifest.jobs.some(({ id }) => id === params.job)) throw new HttpError(404, 'http.not-found');
    if (headers.projectid !== undefined) await requireProject(services.db, caller, headers.projectid);
    const run = {
      pluginId: params.id,
      job: params.job,
      projectId: headers.projectid ?? null,
      input: body.input,
    };
    const id = await services.db.transaction((tx) => queueCall(tx, caller, run));
    void reply.code(202);
    return { id };
  }),

  route(getPluginRun, async ({ params, caller, language, services }) => {
    await usablePlugin(services.db, caller, params.id, 'jobs');
    const [row] = await services.db.query<RunRow>(
      `select ${COLUMNS} from plugin_runs r where r.plugin_id = $1 and r.id = $2 and r.user_id = $3`,
      [params.id, params.run, caller.userId],
    );
    if (!row) throw new HttpError(404, 'http.not-found');
    return runOf(row, language);
  }),

  route(listPluginRuns, async ({ params, caller, language, services }) => {
    const { id } = await findPlugin(services.db, caller, params.id);
    const rows = await services.db.query<RunRow>(
      `select ${COLUMNS} from plugin_runs r where r.plugin_id = $1 order by r.created_at desc, r.id limit ${MAX_LISTED}`,
      [id],
    );
    return rows.map((row) => runOf(row, language));
  }),
];
