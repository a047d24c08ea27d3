import { buffer } from 'node:stream/consumers';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { CALLER_COLUMNS } from '../../../http/gate/caller-columns.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { Outbox } from '../../../platform/db/outbox.ts';
import type { JobServices } from '../../../platform/services/services.ts';
import { announceRun } from './announce.ts';
import { JobCalls } from './job-calls.ts';
import { JOB_LIMITS, type JobEvent } from './messages.ts';
import { runInSandbox, type Outcome } from './run-in-sandbox.ts';

const CHANNEL = 'plugin_runs';
const AT_ONCE = 2;
/** Seconds that one server holds a run: longer than it may take. */
const LEASE = 2 * (JOB_LIMITS.whole / 1000);
const KEPT_DAYS = 30;
const KEPT_OF_A_PLUGIN = 200;

interface Taken {
  id: string;
  pluginId: string;
  name: string;
  job: string;
  reason: JobEvent['reason'];
  projectId: string | null;
  userId: string | null;
  organizationId: string;
  event: string;
  /** Undefined where the version in use has no such job, or may not run any. */
  key: string | null;
  version: string | null;
  wasRunning: boolean;
}

/** Runs what plugins do on the server, also after a restart; any number of servers may do so at a time. */
export async function openPluginRuns(services: JobServices): Promise<{ close(): Promise<void> }> {
  const runs = new PluginRuns(services);
  await runs.open();
  return runs;
}

class PluginRuns {
  readonly #services: JobServices;
  readonly #outbox: Outbox;

  constructor(services: JobServices) {
    this.#services = services;
    this.#outbox = new Outbox(services.db, async (closing) => {
      await queueTurns(services.db);
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#workOff(closing)));
      // What waits for more changes of the same project.
      if (await isAnyWaiting(services.db)) this.#outbox.wakeIn(2);
    });
  }

  open(): Promise<void> {
    return this.#outbox.open(CHANNEL);
  }

  close(): Promise<void> {
    return this.#outbox.close();
  }

  async #workOff(closing: AbortSignal): Promise<void> {
    for (let taken; !closing.aborted && (taken = await take(this.#services));)
      await this.#run(taken, closing);
  }

  async #run(taken: Taken, closing: AbortSignal): Promise<void> {
    const log: string[] = [];
    const outcome = await this.#outcome(taken, log, closing);
    if (closing.aborted && outcome.state === 'failed') return giveBack(this.#services.db, taken.id);
    await this.#services.db.transaction(async (tx) => {
      const failure = outcome.state === 'failed' ? `plugins.job.${outcome.reason}` : null;
      await tx.query(
        `update plugin_runs set state = $2, result = $3, failure = $4, detail = $5, log = $6, version = $7,
           ended_at = now() where id = $1`,
        [
          taken.id,
          outcome.state,
          outcome.state === 'done' ? outcome.result : null,
          failure,
          outcome.state === 'failed' ? outcome.detail : null,
          log.join('\n').slice(0, JOB_LIMITS.log),
          taken.version,
        ],
      );
      const { userId, organizationId } = taken;
      if (failure !== null) {
        const subject = { kind: 'plugin', id: taken.pluginId, name: taken.name };
        const detail = { job: taken.job, reason: failure };
        const actor = userId === null ? null : { userId, organizationId };
        await audit(tx, { kind: 'plugin.job-failed', actor, subject, detail });
      }
      await announceRun(tx, this.#services.events, taken);
    });
  }

  async #outcome(taken: Taken, log: string[], signal: AbortSignal): Promise<Outcome | Refused> {
    if (taken.wasRunning) return refused('interrupted');
    if (taken.key === null) return refused('not-allowed');
    const caller = await callerOf(this.#services.db, taken.userId, taken.organizationId);
    if (!caller) return refused('nobody');
    const calls = new JobCalls(this.#services, caller, {
      pluginId: taken.pluginId,
      projectId: taken.projectId,
      signal,
    });
    const answer = (name: string, values: unknown) => {
      if (name !== 'log') return calls.answer(name, values);
      log.push(String((values as { text?: unknown }).text).slice(0, 1000));
      return Promise.resolve(null);
    };
    try {
      const code = (await buffer(await this.#services.storage.read(taken.key))).toString();
      const { projectId, reason, job } = taken;
      const event = {
        ...(JSON.parse(taken.event) as object),
        reason,
        ...(projectId !== null && { projectId }),
      };
      return await runInSandbox({ code, job, event }, answer, signal);
    } catch (thrown) {
      return { state: 'failed', reason: 'broken', detail: String(thrown).slice(0, 500) };
    }
  }
}

interface Refused {
  readonly state: 'failed';
  readonly reason: 'interrupted' | 'not-allowed' | 'nobody';
  readonly detail: string;
}
const refused = (reason: Refused['reason']): Refused => ({ state: 'failed', reason, detail: '' });

async function take({ db, events }: JobServices): Promise<Taken | undefined> {
  return db.transaction(async (tx) => {
    const taken = await takeNext(tx);
    if (taken) await announceRun(tx, events, taken);
    return taken;
  });
}

async function takeNext(tx: Queries): Promise<Taken | undefined> {
  const [taken] = await tx.query<Taken>(
    `update plugin_runs r set state = 'running', started_at = coalesce(r.started_at, now()),
       next_at = now() + make_interval(secs => $1)
     from outside_plugins p left join outside_plugin_versions v on v.id = p.current_id,
       (select q.id, q.state from plugin_runs q where q.state in ('waiting', 'running') and q.next_at <= now()
        order by q.next_at limit 1 for update skip locked) w
     where r.id = w.id and p.id = r.plugin_id
     returning r.id, r.plugin_id as "pluginId", p.name, r.job, r.reason, r.project_id as "projectId", r.event,
       coalesce(r.user_id, v.approved_by) as "userId", p.organization_id as "organizationId",
       v.number as version, w.state = 'running' as "wasRunning",
       case when p.enabled and 'jobs' = any(v.granted) and exists (
         select 1 from jsonb_array_elements(v.manifest -> 'jobs') j where j ->> 'id' = r.job) then v.jobs_key end as key`,
    [LEASE],
  );
  return taken;
}

/** Stopped with the server: the next one runs it from the beginning. */
async function giveBack(db: Queries, id: string): Promise<void> {
  await db.query(`update plugin_runs set state = 'waiting', next_at = now() where id = $1`, [id]);
}

async function isAnyWaiting(db: Queries): Promise<boolean> {
  const rows = await db.query(
    `select 1 from plugin_runs r where r.state = 'waiting' and r.next_at < now() + interval '10 seconds' limit 1`,
  );
  return rows.length > 0;
}

/** One run for each schedule whose turn has come. */
async function queueTurns(db: Queries): Promise<void> {
  await db.query(
    `insert into plugin_runs (plugin_id, job, reason, turn)
     select p.id, j ->> 'id', 'schedule', floor(extract(epoch from now()) / (60 * (j ->> 'every')::int))::bigint
     from outside_plugins p join outside_plugin_versions v on v.id = p.current_id
       cross join jsonb_array_elements(v.manifest -> 'jobs') j
     where p.enabled and v.jobs_key is not null and 'jobs' = any(v.granted) and j ->> 'every' is not null
     on conflict do nothing`,
  );
}

async function callerOf(
  db: Queries,
  userId: string | null,
  organizationId: string,
): Promise<Caller | undefined> {
  const [row] = await db.query<Caller>(
    `select ${CALLER_COLUMNS}, '' as "sessionId" from users u
       join memberships m on m.user_id = u.id and m.organization_id = $2
       join roles r on r.role_id = m.role_id join organizations o on o.id = m.organization_id
     where u.id = $1 and u.active and u.deleted_at is null`,
    [userId, organizationId],
  );
  return row;
}

export async function forgetOldRuns(db: Queries): Promise<void> {
  await db.query(
    `delete from plugin_runs d using (
       select r.id, row_number() over (partition by r.plugin_id order by r.created_at desc) as place
       from plugin_runs r where r.state in ('done', 'failed')) k
     where d.id = k.id and (k.place > $1 or d.ended_at < now() - make_interval(days => $2))`,
    [KEPT_OF_A_PLUGIN, KEPT_DAYS],
  );
}

/** Queues a run that a person asks for; the last statement of a transaction. Throws 404, 409 and 429. */
export async function queueCall(
  tx: Queries,
  caller: Caller,
  run: { pluginId: string; job: string; projectId: string | null; input: unknown },
): Promise<string> {
  const [waiting] = await tx.query<{ count: number }>(
    `select count(*)::int as count from plugin_runs r
     where r.plugin_id = $1 and r.user_id = $2 and r.state in ('waiting', 'running')`,
    [run.pluginId, caller.userId],
  );
  if (waiting!.count >= 10) throw new HttpError(429, 'plugins.job.too-many-runs');
  const event = run.input === undefined ? '{}' : JSON.stringify({ input: run.input });
  const [made] = await tx.query<{ id: string }>(
    `insert into plugin_runs (plugin_id, job, reason, project_id, user_id, event)
     values ($1, $2, 'call', $3, $4, $5) returning id`,
    [run.pluginId, run.job, run.projectId, caller.userId, event],
  );
  await tx.query(`select pg_notify('${CHANNEL}', '')`);
  return made!.id;
}
