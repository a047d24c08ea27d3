import { mkdir, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAbort } from '#core/kernel';
import type { Language } from '#core/protocol';
import type { JobServices } from '../compose.ts';
import type { Queries } from '../db/database.ts';
import { outsideTransaction } from '../db/nesting.ts';
import { sentence } from '../http/language.ts';
import { Refusal } from '../http/refusal.ts';
import { JobFailure, type JobKind, type Work } from './kind.ts';
import type { JobQueue } from './queue.ts';
import { JOB_COLUMNS, tell, type JobRow } from './rows.ts';

const CHANNEL = 'jobs';
const POLL = 5_000;
const HEARTBEAT = 5_000;
/** A job that has given no sign of life for so long belongs to a server that is gone. */
const DEAD_AFTER = 30_000;
const MOST_ATTEMPTS = 3;
const TELL_EVERY = 400;
const TIDY_EVERY = 3_600_000;
const KEPT_DAYS = 7;
const PATIENCE = 10_000;
const FOLDERS = path.join(os.tmpdir(), 'groma-jobs');

type Stop = 'cancelled' | 'too-long' | 'closing';

interface Claimed {
  id: string;
  kind: string;
  input: unknown;
  userId: string;
  projectId: string | null;
  attempts: number;
}

interface Running {
  controller: AbortController;
  stop: Stop | undefined;
  ended: Promise<void>;
}

export interface QueueOptions {
  /** How many run at a time in this process; usually one a core. */
  atOnce?: number;
}

/** The queue of long work: rows of `jobs`, claimed by any server, run in this process's threads. */
export async function openQueue(
  services: JobServices,
  kinds: Readonly<Record<string, JobKind>>,
  options: QueueOptions = {},
): Promise<JobQueue> {
  const queue = new DatabaseQueue(services, kinds, options.atOnce ?? os.availableParallelism());
  await queue.open();
  return queue;
}

class DatabaseQueue implements JobQueue {
  #services: JobServices;
  #kinds: Readonly<Record<string, JobKind>>;
  #atOnce: number;
  #running = new Map<string, Running>();
  #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => Promise<void>) | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(services: JobServices, kinds: Readonly<Record<string, JobKind>>, atOnce: number) {
    this.#services = services;
    this.#kinds = kinds;
    this.#atOnce = atOnce;
  }

  async open(): Promise<void> {
    const { db } = this.#services;
    await removeOrphanedFolders();
    // The embedded database has one server: whatever it finds running was running in one that is gone.
    await this.#takeBackDead(db.engine === 'embedded' ? 0 : DEAD_AFTER);
    this.#stopListening = await db.listen(CHANNEL, (payload) => this.#hear(payload));
    const every = (interval: number, work: () => Promise<unknown>) => {
      const timer = setInterval(() => void work().catch(() => {}), interval);
      timer.unref();
      this.#timers.push(timer);
    };
    every(POLL, () => this.#claimAll());
    every(HEARTBEAT, () => this.#beat());
    if (db.engine === 'postgresql') every(DEAD_AFTER / 2, () => this.#takeBackDead(DEAD_AFTER));
    every(TIDY_EVERY, () => this.#tidy());
    void this.#claimAll().catch(() => {});
  }

  async add(job: {
    kind: string;
    userId: string;
    projectId: string | null;
    input: unknown;
  }): Promise<string> {
    if (!this.#kinds[job.kind]) throw new Error(`No kind of job is called ${job.kind}.`);
    const { db, events } = this.#services;
    const row = await db.transaction(async (tx) => {
      const [added] = await tx.query<JobRow>(
        `insert into jobs as j (kind, input, user_id, project_id) values ($1, $2, $3, $4) returning ${JOB_COLUMNS}`,
        [job.kind, JSON.stringify(job.input), job.userId, job.projectId],
      );
      await tell(events, tx, added!);
      return added!;
    });
    await db.notify(CHANNEL, 'new');
    return row.id;
  }

  async cancel(id: string): Promise<void> {
    const { db, events } = this.#services;
    const cancelled = await db.transaction(async (tx) => {
      const [row] = await tx.query<JobRow>(
        `update jobs j set state = 'cancelled', finished_at = now()
         where j.id = $1 and j.state in ('queued', 'running') returning ${JOB_COLUMNS}`,
        [id],
      );
      if (row) await tell(events, tx, row);
      return row !== undefined;
    });
    if (!cancelled) return;
    this.#stop(id, 'cancelled');
    await db.notify(CHANNEL, `cancel ${id}`);
  }

  status(): string {
    return this.#closed ? 'closed' : 'ok';
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#stopListening?.();
    await this.#claiming?.catch(() => {});
    for (const id of this.#running.keys()) this.#stop(id, 'closing');
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE).unref())]);
  }

  #hear(payload: string): void {
    if (payload.startsWith('cancel ')) this.#stop(payload.slice(7), 'cancelled');
    else void this.#claimAll().catch(() => {});
  }

  #stop(id: string, reason: Stop): void {
    const running = this.#running.get(id);
    if (!running || running.stop) return;
    running.stop = reason;
    running.controller.abort();
  }

  /** Takes queued jobs, oldest first, while there is room. */
  #claimAll(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (this.#claiming) {
      this.#again = true;
      return this.#claiming;
    }
    this.#claiming = (async () => {
      do {
        this.#again = false;
        while (!this.#closed && this.#running.size < this.#atOnce) {
          const job = await this.#claim();
          if (!job) break;
          this.#start(job);
        }
      } while (this.#again);
    })().finally(() => (this.#claiming = undefined));
    return this.#claiming;
  }

  async #claim(): Promise<Claimed | undefined> {
    const [job] = await outsideTransaction(() =>
      this.#services.db.query<Claimed>(
        `update jobs j set state = 'running', attempts = j.attempts + 1, heartbeat_at = now(),
           started_at = coalesce(j.started_at, now())
         where j.id = (select q.id from jobs q where q.state = 'queued' and q.kind = any($1::text[])
                       order by q.created_at limit 1 for update skip locked)
         returning j.id, j.kind, j.input, j.user_id as "userId", j.project_id as "projectId", j.attempts`,
        [Object.keys(this.#kinds)],
      ),
    );
    return job;
  }

  #start(job: Claimed): void {
    const running: Running = { controller: new AbortController(), stop: undefined, ended: Promise.resolve() };
    this.#running.set(job.id, running);
    running.ended = outsideTransaction(() => this.#run(job, running))
      .catch(() => {})
      .finally(() => {
        this.#running.delete(job.id);
        void this.#claimAll().catch(() => {});
      });
  }

  async #run(job: Claimed, running: Running): Promise<void> {
    const kind = this.#kinds[job.kind]!;
    const language = languageOf(job.input);
    const limit = setTimeout(() => this.#stop(job.id, 'too-long'), kind.timeLimit);
    const folder = path.join(FOLDERS, `${process.pid}-${job.id}`);
    const teller = new Teller(this.#services, job, () => this.#stop(job.id, 'cancelled'));
    let finished = false;
    const work: Work = {
      id: job.id,
      userId: job.userId,
      projectId: job.projectId,
      input: job.input,
      language,
      services: this.#services,
      folder,
      signal: running.controller.signal,
      progress: (part, message) => teller.tell(part, message),
      finish: async (tx, result) => {
        teller.stop();
        await this.#done(tx, job, result);
        finished = true;
      },
    };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const result = await kind.run(work);
      teller.stop();
      if (!finished) await this.#services.db.transaction((tx) => this.#done(tx, job, result));
    } catch (thrown) {
      teller.stop();
      await this.#end(job, running, thrown, language, kind);
    } finally {
      clearTimeout(limit);
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #done(tx: Queries, job: Claimed, result: unknown): Promise<void> {
    const [row] = await tx.query<JobRow>(
      `update jobs j set state = 'done', progress = 1, result = $3, finished_at = now()
       where j.id = $1 and j.state = 'running' and j.attempts = $2 returning ${JOB_COLUMNS}`,
      [job.id, job.attempts, JSON.stringify(result ?? null)],
    );
    if (!row) throw new DOMException('The job was cancelled.', 'AbortError');
    await tell(this.#services.events, tx, row);
  }

  async #end(
    job: Claimed,
    running: Running,
    thrown: unknown,
    language: Language,
    kind: JobKind,
  ): Promise<void> {
    if (running.stop === 'closing') return this.#handBack(job);
    if (running.stop === 'cancelled' || (isAbort(thrown) && running.stop !== 'too-long')) return;
    const minutes = Math.round(kind.timeLimit / 60_000);
    const error =
      running.stop === 'too-long'
        ? sentence(language, 'jobs.too-long', { minutes })
        : thrown instanceof JobFailure || thrown instanceof Refusal
          ? sentence(language, thrown.key, thrown.values)
          : sentence(language, 'jobs.unexpected', { id: job.id });
    const explained =
      thrown instanceof JobFailure || thrown instanceof Refusal || running.stop === 'too-long';
    if (!explained) {
      const trace = thrown instanceof Error ? thrown.stack : String(thrown);
      process.stderr.write(`Job ${job.id} (${job.kind}) failed: ${trace}\n`);
    }
    await this.#fail(job.id, error, job.attempts);
  }

  async #fail(id: string, error: string, attempts: number): Promise<void> {
    const { db, events } = this.#services;
    await db.transaction(async (tx) => {
      const [row] = await tx.query<JobRow>(
        `update jobs j set state = 'failed', error = $2, finished_at = now()
         where j.id = $1 and j.state = 'running' and j.attempts = $3 returning ${JOB_COLUMNS}`,
        [id, error, attempts],
      );
      if (row) await tell(events, tx, row);
    });
  }

  /** The server stops: another one, or this one after its start, does the job again from its beginning. */
  async #handBack(job: Claimed): Promise<void> {
    await this.#services.db.query(
      `update jobs set state = 'queued', attempts = attempts - 1 where id = $1 and state = 'running' and attempts = $2`,
      [job.id, job.attempts],
    );
  }

  async #beat(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length === 0) return;
    const alive = await this.#services.db.query<{ id: string }>(
      `update jobs set heartbeat_at = now() where id = any($1::uuid[]) and state = 'running' returning id`,
      [ids],
    );
    const known = new Set(alive.map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) this.#stop(id, 'cancelled');
  }

  async #takeBackDead(after: number): Promise<void> {
    const { db } = this.#services;
    const dead = `state = 'running' and coalesce(heartbeat_at, started_at) <= now() - make_interval(secs => $1)`;
    await db.query(`update jobs set state = 'queued' where ${dead} and attempts < $2`, [
      after / 1000,
      MOST_ATTEMPTS,
    ]);
    const given = await db.query<Claimed>(
      `select id, input, attempts from jobs where ${dead} and attempts >= $2`,
      [after / 1000, MOST_ATTEMPTS],
    );
    for (const job of given)
      await this.#fail(
        job.id,
        sentence(languageOf(job.input), 'jobs.given-up', { attempts: job.attempts }),
        job.attempts,
      );
  }

  async #tidy(): Promise<void> {
    await this.#services.db.query(`delete from jobs where finished_at < now() - make_interval(days => $1)`, [
      KEPT_DAYS,
    ]);
    for (const kind of Object.values(this.#kinds)) await kind.tidy?.(this.#services);
  }
}

/** Writes progress at most every 400 ms and one at a time; the last word waits for its turn. */
class Teller {
  #services: JobServices;
  #job: Claimed;
  #gone: () => void;
  #next: { part: number; message: string } | undefined;
  #busy = false;
  #stopped = false;

  constructor(services: JobServices, job: Claimed, gone: () => void) {
    this.#services = services;
    this.#job = job;
    this.#gone = gone;
  }

  tell(part: number, message: string): void {
    this.#next = { part, message };
    if (!this.#busy) void outsideTransaction(() => this.#send()).catch(() => {});
  }

  stop(): void {
    this.#stopped = true;
  }

  async #send(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#next && !this.#stopped) {
        const { part, message } = this.#next;
        this.#next = undefined;
        await this.#write(part, message);
        await new Promise((resolve) => setTimeout(resolve, TELL_EVERY));
      }
    } finally {
      this.#busy = false;
    }
  }

  async #write(part: number, message: string): Promise<void> {
    const { db, events } = this.#services;
    await db.transaction(async (tx) => {
      const [row] = await tx.query<JobRow>(
        `update jobs j set progress = $3, message = $4, heartbeat_at = now()
         where j.id = $1 and j.state = 'running' and j.attempts = $2 returning ${JOB_COLUMNS}`,
        [this.#job.id, this.#job.attempts, Math.min(1, Math.max(0, part)), message],
      );
      if (row) await tell(events, tx, row);
      else if (!this.#stopped) this.#gone();
    });
  }
}

function languageOf(input: unknown): Language {
  return (input as { language?: unknown } | null)?.language === 'it' ? 'it' : 'en';
}

/** Folders of processes that are gone. */
async function removeOrphanedFolders(): Promise<void> {
  for (const name of await readdir(FOLDERS).catch(() => [])) {
    const pid = Number(name.split('-')[0]);
    if (!isAlive(pid)) await rm(path.join(FOLDERS, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}
