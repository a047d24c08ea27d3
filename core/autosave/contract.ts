import type { Observable } from 'rxjs';
import type { MapObject, ServerRecord } from '#core/document';

export interface AutosaveState {
  /** Objects with unsent or unacknowledged changes. */
  readonly queued: number;
  readonly isSaving: boolean;
  /** Why the last send failed, as a sentence; cleared by success. The queue is kept. */
  readonly error: string | undefined;
  /** What of the changes this device cannot store, or read again, as a sentence. */
  readonly deviceProblem: string | undefined;
  /** Whether this device stores the changes; otherwise they are only in this tab. */
  readonly isStored: boolean;
  /** When the next attempt starts by itself. */
  readonly retryAt: Date | undefined;
  readonly savedAt: Date | undefined;
  readonly conflicts: readonly Conflict[];
  /** Changes that the server refused permanently, with its reason; kept until the person undoes or corrects them. */
  readonly refused: readonly { id: string; detail: string }[];
}

/** An object changed both here and by someone else. */
export interface Conflict {
  readonly id: string;
  /** Undefined: deleted here. */
  readonly local: MapObject | undefined;
  /** Undefined: deleted there. */
  readonly remote: MapObject | undefined;
  readonly remoteRecord: ServerRecord | undefined;
  /** The version that both changes are based on, where known. */
  readonly base: MapObject | undefined;
}

/** The queue of unsent changes, stored in IndexedDB until the server has acknowledged them. */
export interface Autosave {
  readonly state$: Observable<AutosaveState>;
  readonly state: AutosaveState;
  /** Returns whether the object has an unsent change. */
  has(id: string): boolean;
  /** Resolves when all changes so far are stored on this device. */
  stored(): Promise<void>;
  /** Sends the queue now. Resolves when it is acknowledged or failed. */
  flush(): Promise<void>;
  /** Resolves a conflict with the object as it shall be (undefined: deleted). */
  resolve(id: string, as: MapObject | undefined): void;
  /** Discards a refused change: the object becomes what the server has. */
  discard(id: string): Promise<void>;
}
