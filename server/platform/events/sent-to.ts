import type { LiveEvents } from '#core/protocol';

/** A row of the table `events`. */
export interface EventRow {
  id: number;
  kind: keyof LiveEvents;
  projectId: string | null;
  userId: string | null;
  typeNames: string[];
  payload: string;
}

/** What a client may see now. */
export interface ClientRights {
  /** The session is valid and the person is still in the organization. */
  alive: boolean;
  /** Member of the followed project (true if none is followed). */
  member: boolean;
  readsObjects: boolean;
  /** Blocked object types. */
  blocked: ReadonlySet<string>;
}

/**
 * The payload of an event for this client as JSON text; undefined when it gets none. Objects of blocked types are
 * removed; an event without others is not sent.
 */
export function payloadFor(
  event: EventRow,
  listener: { userId: string; projectId: string | undefined },
  rights: ClientRights,
): string | undefined {
  if (event.userId !== null) {
    if (event.userId !== listener.userId) return undefined;
  } else if (event.projectId !== null && (event.projectId !== listener.projectId || !rights.member)) {
    return undefined;
  }
  return event.kind === 'geometries' ? visibleObjects(event, rights) : event.payload;
}

function visibleObjects(event: EventRow, { readsObjects, blocked }: ClientRights): string | undefined {
  if (!readsObjects) return undefined;
  const { typeNames } = event;
  if (typeNames.length > 0) {
    if (!typeNames.some((name) => blocked.has(name))) return event.payload;
    if (typeNames.every((name) => blocked.has(name))) return undefined;
  } else if (blocked.size === 0) {
    return event.payload;
  }
  const payload = JSON.parse(event.payload) as LiveEvents['geometries'];
  const changed = payload.changed.filter((object) => !blocked.has(object.typeName));
  const removed = payload.removed.filter(({ typeName }) => typeName !== undefined && !blocked.has(typeName));
  if (changed.length === 0 && removed.length === 0 && !payload.reload) return undefined;
  return JSON.stringify({ ...payload, changed, removed });
}

/** One event in the format of server-sent events (WHATWG HTML, 9.2.6). JSON text contains no line ends. */
export function eventText(id: number, kind: string, payload: string): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${payload}\n\n`;
}
