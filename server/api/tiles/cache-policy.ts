import type { Database, Queries } from '../../platform/db/database.ts';

export interface Policy {
  auto: boolean;
  /** Counts up whenever all that was kept is dropped. */
  epoch: number;
}

/** Asked of the database each time, so that every process does as the administrator last said. */
export async function readPolicy(db: Queries): Promise<Policy> {
  const [row] = await db.query<Policy>('select auto_invalidation as auto, epoch from cache_state');
  return row!;
}

/** Drops what is kept; with `auto`, does so only where that is news, and keeps tiles as it says from then on. */
export async function dropKept(db: Database, auto?: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx.query<{ epoch: number }>(
      `update cache_state set auto_invalidation = coalesce($1::boolean, auto_invalidation), epoch = epoch + 1,
         invalidated_at = now()
       where $1::boolean is null or auto_invalidation <> $1::boolean returning epoch`,
      [auto ?? null],
    );
    // One that is being made for an earlier epoch may still arrive; nobody looks for it, and the next time drops it.
    if (changed) await tx.query('delete from kept_tiles where epoch < $1', [changed.epoch]);
  });
}
