import type { LiveEvents } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../db/database.ts';

/** A payload that already is JSON text. */
export interface Composed {
  composed: string;
}

/** Events for people who have a project open, whichever process they are connected to. */
export interface EventStream {
  /**
   * Writes an event in the transaction of what it reports; clients get it after the commit. With `userId` it goes to
   * that person or those people only, else with `projectId` to all who have the project open, else to all.
   * `typeNames`: object types it shows; types that are blocked for a person are removed for them.
   *
   * Call it last in the transaction: from here to the commit other writers wait, so that event ids follow the order
   * of commits and clients that resume after an id miss nothing.
   */
  announce<K extends keyof LiveEvents>(
    tx: Queries,
    kind: K,
    to: { projectId?: string; userId?: string | readonly string[]; typeNames?: readonly string[] },
    payload: LiveEvents[K] | Composed,
  ): Promise<void>;
  /** Sends events from now on (or after `after`) until `stop`; rights are checked for each. */
  follow(follower: Follower): Promise<{ stop(): void }>;
  /** Number of open streams of a person in this process. */
  streamsOf(userId: string): number;
  close(): Promise<void>;
}

export interface Follower {
  caller: Pick<Caller, 'userId' | 'sessionId' | 'organizationId'>;
  projectId: string | undefined;
  /** Id of the last event received; later ones are sent first, or `reload` when they are no longer stored. */
  after: number | undefined;
  /** Receives a piece of text/event-stream. */
  send(text: string): void;
  /** The session has ended, the project is not accessible any more, or the server stops. */
  end(): void;
}
