import type { Language } from '#core/protocol';
import type { JobServices } from '../services/services.ts';
import type { Queries } from '../db/database.ts';
import type { NewJob } from './job-repository.ts';
import { HttpError } from '../../base/http-error.ts';
import { Unusable } from '../../base/unusable.ts';

/** A kind of job. */
export interface JobKind {
  /** Timeout in milliseconds; then the job is stopped and fails. */
  timeLimit: number;
  /** Does the work and returns the job's result, unless it has called `finish` itself. */
  run(work: Work): Promise<unknown>;
  /** Called from time to time to remove leftovers of finished jobs. */
  tidy?(services: JobServices): Promise<void>;
  /**
   * Jobs that put right what ended jobs of this kind have left half done, whatever ended them. Asked for when one has
   * ended, and at the start; `running` are still at work.
   */
  followUps?(services: JobServices, running: readonly string[]): Promise<NewJob[]>;
}

/** A running job. */
export interface Work {
  id: string;
  userId: string;
  projectId: string | null;
  input: unknown;
  /** Language of the person who requested it. */
  language: Language;
  services: JobServices;
  /** A folder of its own, removed when the job ends. */
  folder: string;
  /** Aborted when the job is cancelled, times out, or the server stops. */
  signal: AbortSignal;
  /** Reports progress, throttled. `part` from 0 to 1. */
  progress(part: number, message: string): void;
  /**
   * Marks the job done in the transaction that writes its outcome, so that both happen or neither. Call it before
   * `announce`. Throws when the job was cancelled meanwhile: then roll back.
   */
  finish(tx: Queries, result: unknown): Promise<void>;
}

/** A job that cannot succeed; the reason is a key of locales/<language>/server.json. */
export class JobFailure extends Unusable {}

/** What would be the answer of a call is why the job failed. */
export function asJobFailure(failure: unknown): never {
  throw failure instanceof HttpError ? new JobFailure(failure.key, failure.values) : failure;
}
