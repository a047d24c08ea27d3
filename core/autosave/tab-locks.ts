/** Tells whether a tab is alive: each holds a lock under its own name, which goes with it however it ends. */
export interface TabLocks {
  /** Resolves, holding the lock, to its release. */
  acquire(name: string): Promise<() => void>;
  /** The same, or undefined where another holds it. */
  tryAcquire(name: string): Promise<(() => void) | undefined>;
}

/** Web Locks; on pages without TLS browsers offer none, and tabs ask each other instead. */
export function webTabLocks(locks: LockManager | undefined): TabLocks {
  if (!locks) return messageTabLocks(new BroadcastChannel('groma-tabs'));
  const acquire = (name: string, ifAvailable: boolean) =>
    new Promise<(() => void) | undefined>((resolve, reject) => {
      locks
        .request(name, { ifAvailable }, (lock) => {
          if (!lock) return resolve(undefined);
          return new Promise<void>((release) => resolve(() => release()));
        })
        .catch(reject);
    });
  return {
    acquire: async (name) => (await acquire(name, false))!,
    tryAcquire: (name) => acquire(name, true),
  };
}

/** So long a living tab is given to answer, in milliseconds. */
const ANSWER_TIMEOUT = 300;

type Message = { readonly ask: string } | { readonly held: string };
/** What is needed of a BroadcastChannel. */
export interface Channel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/**
 * Tabs that ask each other. One that sleeps does not answer and counts as gone: two may then send the same change, which
 * the server applies once by its clientId.
 */
export function messageTabLocks(channel: Channel, timeout = ANSWER_TIMEOUT): TabLocks {
  const mine = new Set<string>();
  channel.addEventListener('message', ({ data }) => {
    const message = data as Message;
    if ('ask' in message && mine.has(message.ask)) channel.postMessage({ held: message.ask });
  });
  const take = (name: string) => {
    mine.add(name);
    return () => void mine.delete(name);
  };
  const isHeld = (name: string) =>
    new Promise<boolean>((resolve) => {
      const finish = (held: boolean) => {
        clearTimeout(timer);
        channel.removeEventListener('message', listener);
        resolve(held);
      };
      const listener = ({ data }: { data: unknown }) => {
        const message = data as Message;
        if ('held' in message && message.held === name) finish(true);
      };
      const timer = setTimeout(() => finish(false), timeout);
      channel.addEventListener('message', listener);
      channel.postMessage({ ask: name });
    });
  return {
    acquire: (name) => Promise.resolve(take(name)),
    tryAcquire: async (name) => (mine.has(name) || (await isHeld(name)) ? undefined : take(name)),
  };
}
