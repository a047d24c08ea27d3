import type { CacheState } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { sizeInMemory } from './cache-tiles.ts';

export async function readCacheState(db: Queries): Promise<CacheState> {
  const [row] = await db.query<Omit<CacheState, 'kept'> & { epoch: string; tiles: number; bytes: number }>(
    `select c.auto_invalidation as "autoInvalidationState", c.invalidated_at as "invalidatedAt", c.epoch::text,
       count(k.epoch)::int as tiles, coalesce(sum(octet_length(k.tile)), 0)::float8 as bytes
     from cache_state c left join kept_tiles k on k.epoch = c.epoch
     group by c.auto_invalidation, c.invalidated_at, c.epoch`,
  );
  const { autoInvalidationState, invalidatedAt, epoch, tiles, bytes } = row!;
  return {
    autoInvalidationState,
    invalidatedAt,
    kept: autoInvalidationState ? sizeInMemory(epoch) : { tiles, bytes },
  };
}
