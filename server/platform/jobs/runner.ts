import { mkdir, rm } from 'node:fs/promises';
import { isAbort } from '#core/kernel';
import type { Language } from '#core/protocol';
import type { JobServices } from '../services/services.ts';
import { DatabaseError, DEADLOCK, CONNECTION_LOST, SERIALIZATION_FAILURE } from '../db/errors.ts';
import { outsideTransaction } from '../db/nesting.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Folders } from './folders.ts';
import { JobFailure, type JobKind, type Work } from './kind.ts';
import type { JobRepository, Lease } from './job-repository.ts';
import { ProgressReporter } from './progress-reporter.ts';

/** `gone`: cancelled, or taken over by another process. */
export type StopReason = 'gone' | 'too-long' | 'closing';

/** How often a job is retried because the database or the file storage cannot be reached. */
const MAX_OUTAGES = 6;
/** Seconds before a retry: 15, 60, 240, then 600. */
const pauseAfter = (attempts: number) => Math.min(600, 15 * 4 ** (attempts - 1));

export interface RunnerOptions {
  services: JobServices;
  repository: JobRepository;
  folders: Folders;
  kind: JobKind;
}

/** One running job in this process. */
export class JobRun {
  readonly lease: Lease;
  /** Resolves when nothing of it is running any more; never rejects. */
  readonly ended: Promise<void>;
  #with: RunnerOptions;
  #controller = new AbortController();
  #stop: StopReason | undefined;
  #language: Language;

  constructor(lease: Lease, given: RunnerOptions) {
    this.lease = lease;
    this.#with = given;
    this.#language = languageOf(lease.input);
    // What cannot be written (the database is down) is repaired by whoever takes over the expired lease.
    this.ended = outsideTransaction(() => this.#run()).catch(() => {});
  }

  stop(reason: StopReason): void {
    if (this.#stop) return;
    this.#stop = reason;
    this.#controller.abort();
  }

  async #run(): Promise<void> {
    const { services, repository, folders, kind } = this.#with;
    const { lease } = this;
    const limit = setTimeout(() => this.stop('too-long'), kind.timeLimit);
    const folder = folders.of(`${lease.id}-${lease.attempts}`);
    const teller = new ProgressReporter(async (part, message) => {
      if (!(await repository.progress(lease, part, message))) this.stop('gone');
    });
    let finished = false;
    const work: Work = {
      id: lease.id,
      userId: lease.userId,
      projectId: lease.projectId,
      input: lease.input,
      language: this.#language,
      services,
      folder,
      signal: this.#controller.signal,
      progress: (part, message) => teller.report(part, message),
      finish: async (tx, result) => {
        teller.stop();
        await repository.done(tx, lease, result);
        finished = true;
      },
    };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const result = await kind.run(work);
      teller.stop();
      if (!finished) await services.db.transaction((tx) => repository.done(tx, lease, result));
    } catch (thrown) {
      teller.stop();
      await this.#end(thrown);
    } finally {
      clearTimeout(limit);
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #end(thrown: unknown): Promise<void> {
    const { repository, kind } = this.#with;
    const { lease } = this;
    if (this.#stop === 'closing') return repository.handBack(lease);
    if (this.#stop === 'too-long') {
      const minutes = Math.round(kind.timeLimit / 60_000);
      return repository.fail(lease, this.#translate('jobs.too-long', { minutes }));
    }
    if (this.#stop === 'gone' || isAbort(thrown)) return;
    if (isOutage(thrown)) {
      if (lease.attempts < MAX_OUTAGES) return repository.again(lease, pauseAfter(lease.attempts));
      return repository.fail(lease, this.#translate('jobs.out-of-reach', { attempts: lease.attempts }));
    }
    if (thrown instanceof JobFailure || thrown instanceof HttpError)
      return repository.fail(lease, this.#translate(thrown.key, thrown.values));
    const trace = thrown instanceof Error ? thrown.stack : String(thrown);
    process.stderr.write(`Job ${lease.id} (${lease.kind}) failed: ${trace}\n`);
    return repository.fail(lease, this.#translate('jobs.unexpected', { id: lease.id }));
  }

  #translate(key: string, values: Record<string, string | number>): string {
    return sentence(this.#language, key, values);
  }
}

/** A temporary failure, unlike an error in the file or in the program. */
function isOutage(thrown: unknown): boolean {
  if (thrown instanceof HttpError) return thrown.status === 503;
  return (
    thrown instanceof DatabaseError &&
    [CONNECTION_LOST, SERIALIZATION_FAILURE, DEADLOCK].includes(thrown.code)
  );
}

export function languageOf(input: unknown): Language {
  return (input as { language?: unknown } | null)?.language === 'it' ? 'it' : 'en';
}
