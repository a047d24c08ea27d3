import { runsOf, type MapObject, type ServerRecord } from '#core/document';
import type { GeometryChange } from '#core/protocol';

/** A change that was sent and has no certain answer: it is sent again unchanged until an answer comes. */
export interface Attempt {
  readonly clientId: string;
  readonly after: MapObject | undefined;
  readonly version: number | undefined;
  readonly split?: boolean;
  readonly plugin?: string;
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
  /** The plugin from outside that made the change last, unless the attempt says it already. */
  readonly plugin?: string;
  readonly attempt?: Attempt;
  readonly trouble?: Trouble;
}

/** Returns the entry after another change of the object; undefined when nothing is left to send. */
export function changed(
  entry: QueueEntry,
  after: MapObject | undefined,
  split = entry.split,
  plugin = entry.plugin,
): QueueEntry | undefined {
  const trouble = entry.trouble?.kind === 'refused' ? undefined : entry.trouble;
  if (!entry.attempt && !trouble && after === entry.base) return undefined;
  return { ...entry, after, trouble, split, plugin };
}

/** Returns the entry as it is sent: with a new attempt, or with the unanswered one. */
export function attempted(entry: QueueEntry, newId: () => string): QueueEntry & { attempt: Attempt } {
  if (entry.attempt) return { ...entry, attempt: entry.attempt };
  // For an object new to the server its own id is the clientId, so that it is created only once.
  const clientId = entry.version === undefined ? entry.id : newId();
  const { after, version, split, plugin } = entry;
  const attempt = { clientId, after, version, split, plugin };
  return { ...entry, split: false, plugin: undefined, attempt };
}

/** Returns the entry after its attempt is acknowledged; undefined when there was no later change. */
export function acknowledged(entry: QueueEntry, attempt: Attempt, version: number): QueueEntry | undefined {
  if (entry.after === attempt.after) return undefined;
  const { id, after, split, plugin } = entry;
  return { id, after, base: attempt.after, version, split, plugin };
}

export function troubled(entry: QueueEntry, trouble: Trouble): QueueEntry {
  const { split, plugin, attempt } = entry;
  return {
    ...entry,
    attempt: undefined,
    trouble,
    split: split || attempt?.split,
    plugin: plugin ?? attempt?.plugin,
  };
}

/** Returns the body of the request. */
export function toChange(id: string, { clientId, after, version, split, plugin }: Attempt): GeometryChange {
  const base = { clientId, ...(plugin !== undefined && { plugin }) };
  const known = version === undefined ? base : { ...base, id, version };
  if (!after) return { ...known, deleted: true };
  const { location, properties, typeName, relatesTo, labelAt } = after;
  const content = {
    location,
    properties: { ...properties },
    typeName,
    relatesTo: [...relatesTo],
    labelAt: labelAt ?? null,
  };
  return { ...known, ...content, ...(split && { split }) };
}

/** Returns the number of vertices of a change, which limits the size of a batch. */
export function vertexCount({ after }: QueueEntry): number {
  return after ? runsOf(after.location).reduce((sum, { positions }) => sum + positions.length, 1) : 1;
}
