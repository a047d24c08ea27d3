import { tabChannel } from '#core/browser';

/** Locks that tell whether a tab is alive: each tab holds one under its own name, which ends with the tab. */
export interface TabLocks {
  /** Resolves to the release function once the lock is acquired. */
  acquire(name: string): Promise<() => void>;
  /** Like `acquire`, but resolves to undefined when another tab holds the lock. */
  tryAcquire(name: string): Promise<(() => void) | undefined>;
}

/** Uses Web Locks; without TLS browsers have none, and tabs exchange messages instead. */
export function webTabLocks(locks: LockManager | undefined): TabLocks {
  if (!locks) return messageTabLocks(tabChannel('groma-tabs') ?? NO_CHANNEL);
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

/** Without a channel, tabs know nothing of each other. */
const NO_CHANNEL: Channel = {
  postMessage: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

/** How long a live tab may take to answer, milliseconds. */
const ANSWER_TIMEOUT = 300;

type TabMessage = { readonly ask: string } | { readonly held: string };
/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: TabMessage): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/**
 * Locks by messages between tabs. A suspended tab does not answer and counts as closed: two tabs may then send the
 * same change, which the server applies once by its clientId.
 */
export function messageTabLocks(channel: Channel, timeout = ANSWER_TIMEOUT): TabLocks {
  const mine = new Set<string>();
  channel.addEventListener('message', ({ data }) => {
    const message = data as TabMessage;
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
        const message = data as TabMessage;
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
