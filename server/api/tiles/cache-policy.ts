import type { Database, Queries } from '../../platform/db/database.ts';

export interface Policy {
  auto: boolean;
  /** Increases whenever the cache is cleared. */
  epoch: number;
}

/** Read from the database each time, so that every process follows the administrator's last setting. */
export async function readPolicy(db: Queries): Promise<Policy> {
  const [row] = await db.query<Policy>('select auto_invalidation as auto, epoch from cache_state');
  return row!;
}

/** Clears the cache; with `auto`, only if that changes the setting, which then applies. */
export async function clearTileCache(db: Database, auto?: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx.query<{ epoch: number }>(
      `update cache_state set auto_invalidation = coalesce($1::boolean, auto_invalidation), epoch = epoch + 1,
         invalidated_at = now()
       where $1::boolean is null or auto_invalidation <> $1::boolean returning epoch`,
      [auto ?? null],
    );
    // A tile made for an earlier epoch may still arrive; nobody requests it, and the next clearing removes it.
    if (changed) await tx.query('delete from kept_tiles where epoch < $1', [changed.epoch]);
  });
}
