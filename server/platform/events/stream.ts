import type { LiveEvents } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../db/database.ts';

/** A payload already in JSON text. */
export interface Composed {
  composed: string;
}

/** Facts for the people who have a project open, on whichever process they are connected to. */
export interface EventStream {
  /**
   * Writes the fact in the same transaction as what it tells of; it is sent to listeners after commit.
   * With `userId` it goes to that person, or those people, alone, else with `projectId` to all who have the project open, else to all.
   * `typeNames`: object types it shows; what a person is blocked from is taken out of what is sent to them.
   *
   * Let it be the last statement of the transaction: from here to the commit other writers wait, so that ids of events
   * follow the order of commits and nobody who resumes after an id misses an earlier one.
   */
  announce<K extends keyof LiveEvents>(
    tx: Queries,
    kind: K,
    to: { projectId?: string; userId?: string | readonly string[]; typeNames?: readonly string[] },
    payload: LiveEvents[K] | Composed,
  ): Promise<void>;
  /** Sends events from now on (or after `after`) until `stop`; rights are looked up anew for each. */
  follow(follower: Follower): Promise<{ stop(): void }>;
  /** Streams this process holds open for a person. */
  streamsOf(userId: string): number;
  close(): Promise<void>;
}

export interface Follower {
  caller: Pick<Caller, 'userId' | 'sessionId' | 'organizationId'>;
  projectId: string | undefined;
  /** Id of the last event heard before; what came since is sent first, or `reload` where it is no longer held. */
  after: number | undefined;
  /** Takes one piece of a text/event-stream. */
  send(text: string): void;
  /** The session has ended, the project is no longer theirs, or the server stops. */
  end(): void;
}
