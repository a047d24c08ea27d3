import { runsOf, type MapObject, type ServerRecord } from '#core/document';
import type { GeometryChange } from '#core/protocol';

/** A change that was sent and has no certain answer: it is sent again unchanged until an answer comes. */
export interface Attempt {
  readonly clientId: string;
  readonly after: MapObject | undefined;
  readonly version: number | undefined;
  readonly split?: boolean;
}

export type Trouble =
  | {
      readonly kind: 'conflict';
      readonly theirs: MapObject | undefined;
      readonly theirRecord: ServerRecord | undefined;
    }
  | { readonly kind: 'refused'; readonly detail: string };

/** One object's unsent change. Stored in IndexedDB in this form, so field names must not change. */
export interface QueueEntry {
  readonly id: string;
  /** The object's new content; undefined: deleted. */
  readonly after: MapObject | undefined;
  /** The content that the server last acknowledged; undefined: none. */
  readonly base: MapObject | undefined;
  /** Version of the base, or of its deletion; undefined: the server has never had the object. */
  readonly version: number | undefined;
  /** The change is part of a split that the attempt does not include yet. */
  readonly split?: boolean;
  readonly attempt?: Attempt;
  readonly trouble?: Trouble;
}

/** Returns the entry after another change of the object; undefined when nothing is left to send. */
export function changed(
  entry: QueueEntry,
  after: MapObject | undefined,
  split = entry.split,
): QueueEntry | undefined {
  const trouble = entry.trouble?.kind === 'refused' ? undefined : entry.trouble;
  if (!entry.attempt && !trouble && after === entry.base) return undefined;
  return { ...entry, after, trouble, split };
}

/** Returns the entry as it is sent: with a new attempt, or with the unanswered one. */
export function attempted(entry: QueueEntry, newId: () => string): QueueEntry & { attempt: Attempt } {
  if (entry.attempt) return { ...entry, attempt: entry.attempt };
  // For an object new to the server its own id is the clientId, so that it is created only once.
  const clientId = entry.version === undefined ? entry.id : newId();
  const { after, version, split } = entry;
  return { ...entry, split: false, attempt: { clientId, after, version, split } };
}

/** Returns the entry after its attempt is acknowledged; undefined when there was no later change. */
export function acknowledged(entry: QueueEntry, attempt: Attempt, version: number): QueueEntry | undefined {
  if (entry.after === attempt.after) return undefined;
  return { id: entry.id, after: entry.after, base: attempt.after, version, split: entry.split };
}

export function troubled(entry: QueueEntry, trouble: Trouble): QueueEntry {
  return { ...entry, attempt: undefined, trouble, split: entry.split || entry.attempt?.split };
}

/** Returns the body of the request. */
export function toChange(id: string, { clientId, after, version, split }: Attempt): GeometryChange {
  const known = version === undefined ? { clientId } : { id, clientId, version };
  if (!after) return { ...known, deleted: true };
  const { location, properties, typeName, relatesTo } = after;
  const content = { location, properties: { ...properties }, typeName, relatesTo: [...relatesTo] };
  return { ...known, ...content, ...(split && { split }) };
}

/** Returns the number of vertices of a change, which limits the size of a batch. */
export function vertexCount({ after }: QueueEntry): number {
  return after ? runsOf(after.location).reduce((sum, { positions }) => sum + positions.length, 1) : 1;
}
