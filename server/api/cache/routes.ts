import { getCacheState, invalidateCache, setCacheState } from '#core/protocol';
import { route, type Route } from '../../http/context.ts';
import { dropKept } from '../tiles/cache-policy.ts';
import { tellState } from '../tiles/cache-state.ts';

export const routes: Route[] = [
  route(getCacheState, ({ services }) => tellState(services.db)),

  route(setCacheState, async ({ body, services }) => {
    await dropKept(services.db, body.autoInvalidationState);
    return tellState(services.db);
  }),

  route(invalidateCache, async ({ services }) => {
    await dropKept(services.db);
    return tellState(services.db);
  }),
];
