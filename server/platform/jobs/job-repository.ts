import { randomUUID } from 'node:crypto';
import type { JobServices } from '../services/services.ts';
import type { Queries } from '../db/database.ts';
import { outsideTransaction } from '../db/nesting.ts';
import { JOB_COLUMNS, notifyOwner, type JobRow } from './rows.ts';
import { cleaned } from '../../base/clean-text.ts';

/** A job claimed by this process. Lost when the row shows another attempt. */
export interface Lease {
  id: string;
  kind: string;
  input: unknown;
  userId: string;
  projectId: string | null;
  attempts: number;
}

export interface NewJob {
  /** Given by the caller: added a second time it is the same job. Default: a new one. */
  id?: string | undefined;
  kind: string;
  userId: string;
  projectId: string | null;
  input: unknown;
}

const LEASE_COLUMNS = `j.id, j.kind, j.input, j.user_id as "userId", j.project_id as "projectId", j.attempts`;
const OURS = `j.id = $1 and j.attempts = $2 and j.state = 'running'`;

/**
 * The table `jobs`, shared by all processes. Statements on a running job name the attempt, so that a process
 * considered dead changes nothing that another has taken over.
 */
export class JobRepository {
  #services: Pick<JobServices, 'db' | 'events'>;

  constructor(services: Pick<JobServices, 'db' | 'events'>) {
    this.#services = services;
  }

  async add({ id = randomUUID(), kind, userId, projectId, input }: NewJob): Promise<string> {
    await this.#updateAndNotify(
      `insert into jobs as j (id, kind, input, user_id, project_id) values ($1, $2, $3, $4, $5)
       on conflict (id) do nothing returning ${JOB_COLUMNS}`,
      [id, kind, JSON.stringify(input), userId, projectId],
    );
    return id;
  }

  /** Returns whether there was anything to cancel. */
  async cancel(id: string): Promise<boolean> {
    const row = await this.#updateAndNotify(
      `update jobs j set state = 'cancelled', message = '', finished_at = now()
       where j.id = $1 and j.state in ('queued', 'running') returning ${JOB_COLUMNS}`,
      [id],
    );
    return row !== undefined;
  }

  /** Claims the oldest due job of these kinds; no other process gets it. */
  async claim(kinds: readonly string[]): Promise<Lease | undefined> {
    const [lease] = await this.#services.db.query<Lease>(
      `update jobs j set state = 'running', attempts = j.attempts + 1, heartbeat_at = now(),
         started_at = coalesce(j.started_at, now())
       where j.id = (select q.id from jobs q
                     where q.state = 'queued' and q.run_after <= now() and q.kind = any($1::text[])
                     order by q.created_at limit 1 for update skip locked)
       returning ${LEASE_COLUMNS}`,
      [kinds],
    );
    return lease;
  }

  /** Returns whether the lease is still valid. */
  async progress({ id, attempts }: Lease, part: number, message: string): Promise<boolean> {
    const row = await this.#updateAndNotify(
      `update jobs j set progress = $3, message = $4, heartbeat_at = now() where ${OURS} returning ${JOB_COLUMNS}`,
      [id, attempts, Math.min(1, Math.max(0, part)), message],
    );
    return row !== undefined;
  }

  /** Throws AbortError when the lease is lost: roll back the transaction. */
  async done(tx: Queries, { id, attempts }: Lease, result: unknown): Promise<void> {
    const [row] = await tx.query<JobRow>(
      `update jobs j set state = 'done', progress = 1, message = '', result = $3, finished_at = now()
       where ${OURS} returning ${JOB_COLUMNS}`,
      [id, attempts, JSON.stringify(result ?? null, storable)],
    );
    if (!row) throw new DOMException('The job was cancelled.', 'AbortError');
    await notifyOwner(this.#services.events, tx, row);
  }

  async fail({ id, attempts }: Pick<Lease, 'id' | 'attempts'>, error: string): Promise<void> {
    await this.#updateAndNotify(
      `update jobs j set state = 'failed', message = '', error = $3, finished_at = now() where ${OURS} returning ${JOB_COLUMNS}`,
      [id, attempts, cleaned(error)],
    );
  }

  /** Returns the job to the queue when the process stops; does not count as an attempt. */
  async handBack({ id, attempts }: Lease): Promise<void> {
    await this.#services.db.query(
      `update jobs j set state = 'queued', attempts = attempts - 1 where ${OURS}`,
      [id, attempts],
    );
  }

  /** Queues the job again, from its beginning, in `seconds`. */
  async again({ id, attempts }: Lease, seconds: number): Promise<void> {
    await this.#updateAndNotify(
      `update jobs j set state = 'queued', progress = 0, run_after = now() + make_interval(secs => $3)
       where ${OURS} returning ${JOB_COLUMNS}`,
      [id, attempts, seconds],
    );
  }

  /** Sends a heartbeat; resolves to the leases that are lost. */
  async beat(leases: readonly Lease[]): Promise<Lease[]> {
    const alive = await this.#services.db.query<{ id: string }>(
      `update jobs j set heartbeat_at = now() from unnest($1::uuid[], $2::int[]) as running(id, attempts)
       where j.id = running.id and j.attempts = running.attempts and j.state = 'running' returning j.id`,
      [leases.map(({ id }) => id), leases.map(({ attempts }) => attempts)],
    );
    const ids = new Set(alive.map(({ id }) => id));
    return leases.filter(({ id }) => !ids.has(id));
  }

  /** Jobs without a heartbeat for `seconds`: their process is gone. */
  dead(seconds: number): Promise<Lease[]> {
    return this.#services.db.query<Lease>(
      `select ${LEASE_COLUMNS} from jobs j
       where j.state = 'running' and coalesce(j.heartbeat_at, j.started_at) <= now() - make_interval(secs => $1)`,
      [seconds],
    );
  }

  /** Returns whether a job has been due for `seconds` while none is running. */
  async isNeglected(seconds: number): Promise<boolean> {
    const [row] = await this.#services.db.query<{ neglected: boolean }>(
      `select exists (select 1 from jobs where state = 'queued'
           and greatest(run_after, created_at) < now() - make_interval(secs => $1))
         and not exists (select 1 from jobs where state = 'running'
           and heartbeat_at > now() - make_interval(secs => $1)) as neglected`,
      [seconds],
    );
    return row!.neglected;
  }

  async forget(days: number): Promise<void> {
    await this.#services.db.query('delete from jobs where finished_at < now() - make_interval(days => $1)', [
      days,
    ]);
  }

  /** Updates a job and notifies its owner. */
  async #updateAndNotify(sql: string, params: readonly unknown[]): Promise<JobRow | undefined> {
    const { db, events } = this.#services;
    return outsideTransaction(() =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<JobRow>(sql, params);
        if (row) await notifyOwner(events, tx, row);
        return row;
      }),
    );
  }
}

/** What a job says of a file may have what the file has. */
function storable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? cleaned(value) : value;
}
