const MB = 1024 * 1024;

/** What one run of a job may take; milliseconds and bytes. */
export const JOB_LIMITS = {
  /** Of the interpreter. */
  memory: 32 * MB,
  stack: 256 * 1024,
  /** In which it computes. */
  computing: 5_000,
  /** From start to end, waiting for answers included. */
  whole: 60_000,
  calls: 1_000,
  /** Characters of what it returns, and of all that it logs. */
  result: 64 * 1024,
  log: 16 * 1024,
} as const;

/** What a job is told. */
export interface JobEvent {
  readonly reason: 'event' | 'schedule' | 'call';
  /** The kind of event, as for webhooks. */
  readonly event?: string;
  readonly projectId?: string;
  /** What has changed, without its content. */
  readonly changed?: unknown;
  readonly removed?: unknown;
  /** What the plugin has passed on with its call. */
  readonly input?: unknown;
}

export interface SandboxTask {
  readonly code: string;
  readonly job: string;
  readonly event: JobEvent;
}

export type Failure = 'thrown' | 'computing' | 'memory' | 'result' | 'broken';
export type FromSandbox =
  | { readonly kind: 'call'; readonly number: number; readonly name: string; readonly values: string }
  | { readonly kind: 'done'; readonly value: string }
  | { readonly kind: 'failed'; readonly reason: Failure; readonly detail: string };

/** The answer to a call: JSON, or a sentence. */
export interface ToSandbox {
  readonly number: number;
  readonly value?: string;
  readonly problem?: string;
}
