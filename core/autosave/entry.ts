import { runsOf, type MapObject, type ServerRecord } from '#core/document';
import type { Change } from '#core/protocol';

/** What was sent and not yet answered for certain: sent again exactly so, until an answer comes. */
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

/** One object's unsent change; kept in IndexedDB as it is. */
export interface Entry {
  readonly id: string;
  /** What the object shall be; undefined: deleted. */
  readonly after: MapObject | undefined;
  /** What the server last acknowledged; undefined: it is not there. */
  readonly base: MapObject | undefined;
  /** Of the base, or the one that a deletion left; undefined: the server has never known the object. */
  readonly version: number | undefined;
  /** It comes of dividing an object, as far as that is not in the attempt already. */
  readonly split?: boolean;
  readonly attempt?: Attempt;
  readonly trouble?: Trouble;
}

/** The entry after another change of the object; undefined where nothing is left to send. */
export function changed(entry: Entry, after: MapObject | undefined, split = entry.split): Entry | undefined {
  const trouble = entry.trouble?.kind === 'refused' ? undefined : entry.trouble;
  if (!entry.attempt && !trouble && after === entry.base) return undefined;
  return { ...entry, after, trouble, split };
}

/** The entry as it is sent: a new attempt, or the one that was never answered. */
export function attempted(entry: Entry, newId: () => string): Entry & { attempt: Attempt } {
  if (entry.attempt) return { ...entry, attempt: entry.attempt };
  // Of an object the server has never known, the id that is to be its own makes the change apply once.
  const clientId = entry.version === undefined ? entry.id : newId();
  const { after, version, split } = entry;
  return { ...entry, split: false, attempt: { clientId, after, version, split } };
}

/** The entry once its attempt is acknowledged; undefined where nothing was changed since. */
export function acknowledged(entry: Entry, attempt: Attempt, version: number): Entry | undefined {
  if (entry.after === attempt.after) return undefined;
  return { id: entry.id, after: entry.after, base: attempt.after, version, split: entry.split };
}

export function troubled(entry: Entry, trouble: Trouble): Entry {
  return { ...entry, attempt: undefined, trouble, split: entry.split || entry.attempt?.split };
}

/** What goes over the line. */
export function toChange(id: string, { clientId, after, version, split }: Attempt): Change {
  const known = version === undefined ? { clientId } : { id, clientId, version };
  if (!after) return { ...known, deleted: true };
  const { location, properties, typeName, relatesTo } = after;
  const content = { location, properties: { ...properties }, typeName, relatesTo: [...relatesTo] };
  return { ...known, ...content, ...(split && { split }) };
}

/** How heavy a change is to send, in vertices. */
export function vertexCount({ after }: Entry): number {
  return after ? runsOf(after.location).reduce((sum, { positions }) => sum + positions.length, 1) : 1;
}
