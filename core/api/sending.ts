import type { Observable } from 'rxjs';

/**
 * `lost`: the connection broke, it is tried again; `checking`: all has arrived, the server computes the checksum;
 * `complete`: it can be used as `uploadId`.
 */
export type SendingKind = 'starting' | 'sending' | 'paused' | 'lost' | 'checking' | 'complete' | 'failed';

export interface SendingState {
  readonly kind: SendingKind;
  readonly sent: number;
  readonly bytes: number;
  /** Bytes a second; undefined until it is known. */
  readonly speed: number | undefined;
  /** Why it failed: a sentence. */
  readonly error: string | undefined;
}

/** A file on its way. */
export interface Sending {
  readonly name: string;
  readonly projectId: string;
  /** Id of the upload at the server; undefined until it has begun. */
  readonly id: string | undefined;
  readonly state: SendingState;
  readonly state$: Observable<SendingState>;
  pause(): Promise<void>;
  /** Starts, continues after a pause, or tries again after a failure. */
  resume(): Promise<void>;
  /** Stops, and removes what has arrived. */
  cancel(): Promise<void>;
}
