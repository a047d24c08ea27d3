import type { Observable } from 'rxjs';
import type { MapObject, ServerRecord } from '#core/document';

export interface AutosaveState {
  /** Objects with unsent or unacknowledged changes. */
  readonly queued: number;
  readonly isSaving: boolean;
  /** Why the last send failed, in one sentence; cleared by success. The queue is kept. */
  readonly error: string | undefined;
  /** When it will be tried again by itself. */
  readonly retryAt: Date | undefined;
  readonly savedAt: Date | undefined;
  readonly conflicts: readonly Conflict[];
  /** Changes the server refused for good, with its reason; kept until the person takes them back or mends them. */
  readonly refused: readonly { id: string; detail: string }[];
}

/** A change made here and another made elsewhere, of the same object. */
export interface Conflict {
  readonly id: string;
  /** Undefined: deleted here. */
  readonly local: MapObject | undefined;
  /** Undefined: deleted there. */
  readonly remote: MapObject | undefined;
  readonly remoteRecord: ServerRecord | undefined;
  /** What both started from, where known. */
  readonly base: MapObject | undefined;
}

/** The queue of unsent changes: kept in IndexedDB until the server has acknowledged them. */
export interface Autosave {
  readonly state$: Observable<AutosaveState>;
  readonly state: AutosaveState;
  /** Sends what is queued now; resolves when it is acknowledged or failed. */
  flush(): Promise<void>;
  /** Ends a conflict with the object as it shall be (undefined: deleted). */
  resolve(id: string, as: MapObject | undefined): void;
  /** Gives up a refused change: the object becomes what the server has. */
  discard(id: string): Promise<void>;
}
