import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const cacheState = z.object({
  /**
   * On: a change invalidates every tile it touches. Off: tiles stay as they were first rendered, until all are
   * invalidated.
   */
  autoInvalidationState: z.boolean(),
  /** When all stored tiles were last deleted. */
  invalidatedAt: z.iso.datetime(),
  /**
   * Stored tiles: in the database while automatic invalidation is off, else in the memory of the responding server.
   */
  kept: z.object({ tiles: z.int(), bytes: z.int() }),
});
export type CacheState = z.output<typeof cacheState>;

export const getCacheState = defineCall({
  id: 'cache.state',
  method: 'GET',
  path: '/cache/state',
  summary: 'How map tiles are kept, and how many there are.',
  authorization: 'admin.cache',
  answer: cacheState,
});
export const setCacheState = defineCall({
  id: 'cache.setState',
  method: 'POST',
  path: '/cache/state',
  summary:
    'Switches the automatic invalidation of map tiles on or off; what was kept is dropped when it changes.',
  authorization: 'admin.cache',
  body: z.object({ autoInvalidationState: z.boolean() }),
  answer: cacheState,
});
export const invalidateCache = defineCall({
  id: 'cache.invalidate',
  method: 'POST',
  path: '/cache/invalidate',
  summary: 'Drops all map tiles kept, in every process: they are made anew when next asked for.',
  authorization: 'admin.cache',
  answer: cacheState,
});
