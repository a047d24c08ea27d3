/** Web Locks; undefined where the browser has none: on pages without TLS, and in old browsers. */
export function browserLocks(): LockManager | undefined {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
}

/** A channel to the other tabs; undefined where the browser has none, or refuses it. */
export function tabChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
