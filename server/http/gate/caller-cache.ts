import type { Queries } from '../../platform/db/database.ts';
import type { Caller } from '../../base/caller.ts';

const MAX_CALLERS = 10_000;

interface CallerCache {
  epoch: number;
  callers: Map<string, Caller>;
}

const remembered = new WeakMap<Queries, CallerCache>();

/**
 * The caller for `key` as read by `read`, cached until any rights change: the counter of such changes (migration
 * 0011) is read each time, so that a change takes effect with the next request.
 */
export async function rememberedCaller(
  db: Queries,
  key: string,
  read: () => Promise<Caller | undefined>,
): Promise<Caller | undefined> {
  const [row] = await db.query<{ epoch: number }>('select epoch from rights_epoch', [], {
    often: true,
  });
  const epoch = row!.epoch;
  let memory = remembered.get(db);
  if (!memory || memory.epoch < epoch || memory.callers.size >= MAX_CALLERS) {
    memory = { epoch, callers: new Map() };
    remembered.set(db, memory);
  }
  // A result that was overtaken by a later one is not cached.
  const known = memory.epoch === epoch ? memory.callers.get(key) : undefined;
  if (known) return known;
  const caller = await read();
  if (caller && memory.epoch === epoch) memory.callers.set(key, caller);
  return caller;
}
