/** Runs `work` while no other tab runs its own under the same name. */
export type OneAtATime = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * By Web Locks. Where the browser withholds them (a page neither from this machine nor by https), each tab goes on
 * alone: two tabs renewing at the same moment then cost one of them its session.
 */
export const acrossTabs: OneAtATime = (name, work) => {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return locks ? locks.request(name, work) : work();
};
