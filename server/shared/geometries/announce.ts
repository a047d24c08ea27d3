import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/events/stream.ts';
import { aboutText, objectText } from './about.ts';
import type { LockedObject } from './locked-objects.ts';
import type { Write } from './writes.ts';

/** The changes of a transaction to a project's objects, for everyone who has it open. */
export interface AnnouncedChanges {
  changed: { id: string; version: number; typeName: string; text: string }[];
  /** Also contains objects that changed their type, with the previous type. */
  removed: { id: string; version: number; typeName: string }[];
  /** Listeners reload what they show: texts of objects are missing. */
  reload?: boolean;
}

/** Adds a write to the events; `before` is the object before the write, if it existed. */
export function addWrite(
  { changed, removed }: AnnouncedChanges,
  { id, version, typeName, becomes }: Write,
  before?: Pick<LockedObject, 'typeName' | 'location'>,
): void {
  const left = before?.typeName ?? typeName;
  if (!becomes || left !== typeName) removed.push({ id, version, typeName: left });
  const location = becomes?.location?.text ?? before?.location;
  if (becomes && location !== undefined)
    changed.push({ id, version, typeName, text: objectText(id, location, aboutText(becomes.about)) });
}

/** For objects changed several times, only their final state. */
export function latestChanges({ changed, removed }: AnnouncedChanges): AnnouncedChanges {
  const made = new Map(changed.map((each) => [each.id, each]));
  const gone = new Map(removed.map((each) => [`${each.id} ${each.typeName}`, each]));
  for (const [key, each] of gone) {
    const now = made.get(each.id);
    if (!now) continue;
    if (now.version < each.version) made.delete(each.id);
    else if (now.typeName === each.typeName) gone.delete(key);
  }
  return { changed: [...made.values()], removed: [...gone.values()] };
}

/** Larger events are not sent: listeners reload what they show. */
export const MAX_ANNOUNCED = 1000;
const MAX_TEXT = 1_000_000;

/** Notifies listeners of changed objects; the last statement of its transaction. */
export async function announceObjects(
  tx: Queries,
  events: EventStream,
  caller: Caller,
  projectId: string,
  { changed, removed, reload: isReload }: AnnouncedChanges,
): Promise<void> {
  if (changed.length + removed.length === 0) return;
  const size = changed.reduce((sum, { text }) => sum + text.length, 0);
  if (isReload || changed.length + removed.length > MAX_ANNOUNCED || size > MAX_TEXT)
    return addWrite(distinct([...changed, ...removed]), '[]', '[]', true);
  const gone = JSON.stringify(removed);
  const made = `[${changed.map(({ text }) => text).join(',')}]`;
  const ids = new Set(changed.map(({ id }) => id));
  const retyped = removed.some(({ id }) => ids.has(id));
  if (!retyped) return addWrite(distinct([...changed, ...removed]), made, gone, false);
  // People who see both types receive the removal first; people who see only the previous type receive only that.
  await addWrite(distinct(removed), '[]', gone, false);
  await addWrite(distinct(changed), made, '[]', false);

  function addWrite(
    typeNames: string[],
    changedText: string,
    removedText: string,
    reload: boolean,
  ): Promise<void> {
    const composed =
      `{"projectId":"${projectId}","changed":${changedText},"removed":${removedText},` +
      `${reload ? '"reload":true,' : ''}"sessionId":"${caller.sessionId}"}`;
    return events.announce(tx, 'geometries', { projectId, typeNames }, { composed });
  }
}

function distinct(objects: readonly { typeName: string }[]): string[] {
  return [...new Set(objects.map(({ typeName }) => typeName))];
}
