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
  summary: 'Whether map tiles are invalidated automatically, and how many are stored.',
  authorization: 'admin.cache',
  answer: cacheState,
});
export const setCacheState = defineCall({
  id: 'cache.setState',
  method: 'POST',
  path: '/cache/state',
  summary: 'Switches the automatic invalidation of map tiles on or off; a change deletes all stored tiles.',
  authorization: 'admin.cache',
  body: z.object({ autoInvalidationState: z.boolean() }),
  answer: cacheState,
});
export const invalidateCache = defineCall({
  id: 'cache.invalidate',
  method: 'POST',
  path: '/cache/invalidate',
  summary: 'Deletes all stored map tiles, in every process: they are made again at the next request.',
  authorization: 'admin.cache',
  answer: cacheState,
});
