import type { Language } from '#core/protocol';
import type { JobServices } from '../services/services.ts';
import type { Queries } from '../db/database.ts';
import { Unusable } from '../../base/unusable.ts';

/** One kind of long work. */
export interface JobKind {
  /** Longest run, milliseconds; then it is stopped and failed. */
  timeLimit: number;
  /** Does the work; what it resolves to is the job's result, unless it has called `finish` itself. */
  run(work: Work): Promise<unknown>;
  /** Called now and then: removes what finished jobs have left and nobody needs any more. */
  tidy?(services: JobServices): Promise<void>;
}

/** A job under way. */
export interface Work {
  id: string;
  userId: string;
  projectId: string | null;
  input: unknown;
  /** Of the person who asked for it: what their sentences are in. */
  language: Language;
  services: JobServices;
  /** A folder of its own, removed when the job ends in any way. */
  folder: string;
  /** Aborted when the job is cancelled, runs too long, or the server stops. */
  signal: AbortSignal;
  /** Tells the person how far it is; costs nothing when called often. `part` from 0 to 1. */
  progress(part: number, message: string): void;
  /**
   * Marks the job done within the transaction that writes its outcome, so that both are there or neither.
   * Let `announce` of other facts follow it. @throws when the job was cancelled meanwhile: the transaction is taken back.
   */
  finish(tx: Queries, result: unknown): Promise<void>;
}

/** A job that cannot succeed, for a reason the person is told: a key of locales/<language>/server.json. */
export class JobFailure extends Unusable {}
