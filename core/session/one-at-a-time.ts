import { browserLocks } from '#core/browser';

/** Runs `work` while no other tab runs work under the same name. */
export type OneAtATime = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Uses Web Locks. Without them (a page without https) each tab runs alone: when two tabs renew at the same moment,
 * one loses its session.
 */
export const acrossTabs: OneAtATime = (name, work) => {
  const locks = browserLocks();
  return locks ? locks.request(name, work) : work();
};
