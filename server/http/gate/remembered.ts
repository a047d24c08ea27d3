import type { Queries } from '../../platform/db/database.ts';
import type { Caller } from '../../base/caller.ts';

const MOST = 10_000;

interface Remembered {
  epoch: number;
  callers: Map<string, Caller>;
}

const remembered = new WeakMap<Queries, Remembered>();

/**
 * The caller under `key` as read by `read`, or as read before while nobody's rights have changed since: the number that
 * counts such changes (migration 0011) is asked for each time, so that a change counts from the next request on.
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
  if (!memory || memory.epoch < epoch || memory.callers.size >= MOST) {
    memory = { epoch, callers: new Map() };
    remembered.set(db, memory);
  }
  // An answer that was overtaken by a later one tells nothing of the present.
  const known = memory.epoch === epoch ? memory.callers.get(key) : undefined;
  if (known) return known;
  const caller = await read();
  if (caller && memory.epoch === epoch) memory.callers.set(key, caller);
  return caller;
}
