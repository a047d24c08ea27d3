import os from 'node:os';
import { Lifetime } from '#core/kernel';
import type { JobServices } from '../services/services.ts';
import { outsideTransaction } from '../db/nesting.ts';
import { every } from '../../base/every.ts';
import { sentence } from '../../base/language.ts';
import { openFolders, type Folders } from './folders.ts';
import type { JobKind } from './kind.ts';
import { JobRepository, type Lease, type NewJob } from './job-repository.ts';
import type { JobQueue } from '../services/queue.ts';
import { languageOf, JobRun, type StopReason } from './runner.ts';

const CHANNEL = 'jobs';
const SECOND = 1000;
const POLL = 5 * SECOND;
const HEARTBEAT = 5 * SECOND;
/** Seconds without a heartbeat after which a job's process is considered dead. */
const DEAD_AFTER = 30;
/**
 * How often a job whose process died is started. The second time it waits first: it may be what killed the process.
 */
const MAX_ATTEMPTS = 3;
const WAIT_AFTER_CRASHES = 30;
const NEGLECTED_AFTER = 60;
const TIDY_EVERY = 3_600 * SECOND;
const RETENTION_DAYS = 7;
const PATIENCE = 10 * SECOND;

export interface QueueOptions {
  /** Jobs running at a time in this process. Default: one per core. 0: only adds jobs, for others to run. */
  atOnce?: number | undefined;
  /** Seconds without a heartbeat after which a job is taken over. */
  deadAfter?: number;
  /** Seconds that a job waits after two processes running it died. */
  waitAfterCrashes?: number;
}

/** The job queue: rows of `jobs`, claimed by any process, run in its threads. */
export async function openQueue(
  services: JobServices,
  kinds: Readonly<Record<string, JobKind>>,
  options: QueueOptions = {},
): Promise<JobQueue> {
  const queue = new DatabaseQueue(services, kinds, await openFolders(), options);
  await queue.open();
  return queue;
}

class DatabaseQueue implements JobQueue {
  #services: JobServices;
  #kinds: Readonly<Record<string, JobKind>>;
  #folders: Folders;
  #repository: JobRepository;
  #atOnce: number;
  #deadAfter: number;
  #waitAfterCrashes: number;
  #runs = new Map<string, JobRun>();
  #timers = new Lifetime();
  #stopListening: (() => Promise<void>) | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;
  #lastBeat = performance.now();
  #closed: Promise<void> | undefined;

  constructor(
    services: JobServices,
    kinds: Readonly<Record<string, JobKind>>,
    folders: Folders,
    options: QueueOptions,
  ) {
    this.#services = services;
    this.#kinds = kinds;
    this.#folders = folders;
    this.#repository = new JobRepository(services);
    this.#atOnce = options.atOnce ?? services.config.workers ?? os.availableParallelism();
    this.#deadAfter = options.deadAfter ?? DEAD_AFTER;
    this.#waitAfterCrashes = options.waitAfterCrashes ?? WAIT_AFTER_CRASHES;
  }

  async open(): Promise<void> {
    const { db } = this.#services;
    // The embedded database has one server: running jobs belong to a previous process.
    await this.#takeOverDead(db.engine === 'embedded' ? 0 : this.#deadAfter);
    this.#stopListening = await db.listen(CHANNEL, (payload) => this.#onNotification(payload));
    const half = (this.#deadAfter * SECOND) / 2;
    this.#timers.add(every(POLL, 'Looking for jobs', () => this.#claimAll()));
    this.#timers.add(every(HEARTBEAT, 'Keeping jobs', () => this.#beat()));
    this.#timers.add(every(half, 'Looking for jobs left behind', () => this.#takeOverDead(this.#deadAfter)));
    this.#timers.add(every(TIDY_EVERY, 'Removing old jobs', () => this.#tidy()));
    void this.#claimAll().catch(() => {});
  }

  async add(job: NewJob): Promise<string> {
    if (!this.#kinds[job.kind]) throw new Error(`No kind of job is called ${job.kind}.`);
    const id = await this.#repository.add(job);
    await this.#services.db.notify(CHANNEL, 'new');
    return id;
  }

  async cancel(id: string): Promise<void> {
    if (!(await this.#repository.cancel(id))) return;
    const run = this.#runs.get(id);
    if (run) run.stop('gone');
    else await this.#followUp();
    await this.#services.db.notify(CHANNEL, `cancel ${id}`);
  }

  async status(): Promise<string> {
    if (this.#closed) return 'closed';
    return (await this.#repository.isNeglected(NEGLECTED_AFTER)) ? 'no worker' : 'ok';
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#timers.dispose();
    await this.#stopListening?.();
    await this.#claiming?.catch(() => {});
    this.#stopAll('closing');
    const ended = Promise.all([...this.#runs.values()].map((run) => run.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE).unref())]);
    await this.#folders.close();
  }

  #onNotification(payload: string): void {
    if (payload.startsWith('cancel ')) this.#runs.get(payload.slice(7))?.stop('gone');
    else void this.#claimAll().catch(() => {});
  }

  #stopAll(reason: StopReason): void {
    for (const run of this.#runs.values()) run.stop(reason);
  }

  /** Claims queued jobs, oldest first, while there is capacity. */
  #claimAll(): Promise<void> {
    if (this.#closed || this.#atOnce === 0) return Promise.resolve();
    if (this.#claiming) {
      this.#again = true;
      return this.#claiming;
    }
    this.#claiming = outsideTransaction(async () => {
      do {
        this.#again = false;
        while (!this.#closed && this.#runs.size < this.#atOnce) {
          const lease = await this.#repository.claim(Object.keys(this.#kinds));
          if (!lease) break;
          this.#start(lease);
        }
      } while (this.#again);
    }).finally(() => (this.#claiming = undefined));
    return this.#claiming;
  }

  #start(lease: Lease): void {
    const kind = this.#kinds[lease.kind]!;
    const run = new JobRun(lease, {
      services: this.#services,
      repository: this.#repository,
      folders: this.#folders,
      kind,
    });
    if (this.#runs.size === 0) this.#lastBeat = performance.now();
    this.#runs.set(lease.id, run);
    void run.ended.then(() => {
      if (this.#runs.get(lease.id) === run) this.#runs.delete(lease.id);
      if (kind.followUps) void this.#followUp().catch(() => {});
      void this.#claimAll().catch(() => {});
    });
  }

  async #beat(): Promise<void> {
    if (this.#runs.size === 0) return;
    const leases = [...this.#runs.values()].map((run) => run.lease);
    try {
      const expired = await this.#repository.beat(leases);
      this.#lastBeat = performance.now();
      for (const { id } of expired) this.#runs.get(id)?.stop('gone');
    } catch {
      // Disconnected for so long that another process has taken them over.
      if (performance.now() - this.#lastBeat > this.#deadAfter * SECOND) this.#stopAll('gone');
    }
  }

  async #takeOverDead(after: number): Promise<void> {
    for (const lease of await this.#repository.dead(after)) {
      const { attempts } = lease;
      if (attempts < MAX_ATTEMPTS)
        await this.#repository.again(lease, attempts > 1 ? this.#waitAfterCrashes : 0);
      else
        await this.#repository.fail(lease, sentence(languageOf(lease.input), 'jobs.given-up', { attempts }));
    }
    await this.#followUp();
    void this.#claimAll().catch(() => {});
  }

  async #followUp(): Promise<void> {
    if (this.#closed) return;
    for (const { followUps } of Object.values(this.#kinds)) {
      const jobs = (await followUps?.(this.#services, [...this.#runs.keys()])) ?? [];
      for (const job of jobs) await this.add(job);
    }
  }

  async #tidy(): Promise<void> {
    await this.#repository.forget(RETENTION_DAYS);
    for (const kind of Object.values(this.#kinds)) await kind.tidy?.(this.#services);
  }
}
