import { getCacheState, invalidateCache, setCacheState } from '#core/protocol';
import { route, type Route } from '../../http/context.ts';
import { clearTileCache } from '../tiles/cache-policy.ts';
import { readCacheState } from '../tiles/cache-state.ts';

export const routes: Route[] = [
  route(getCacheState, ({ services }) => readCacheState(services.db)),

  route(setCacheState, async ({ body, services }) => {
    await clearTileCache(services.db, body.autoInvalidationState);
    return readCacheState(services.db);
  }),

  route(invalidateCache, async ({ services }) => {
    await clearTileCache(services.db);
    return readCacheState(services.db);
  }),
];
