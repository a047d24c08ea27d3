/** Tells whether a tab is alive: each holds a lock under its own name, which goes with it however it ends. */
export interface TabLocks {
  /** Resolves, holding the lock, to its release. */
  hold(name: string): Promise<() => void>;
  /** The same, or undefined where another holds it. */
  tryHold(name: string): Promise<(() => void) | undefined>;
}

/** Web Locks; on pages without TLS browsers offer none, and tabs ask each other instead. */
export function webTabLocks(locks: LockManager | undefined): TabLocks {
  if (!locks) return askingTabLocks(new BroadcastChannel('groma-tabs'));
  const held = (name: string, ifAvailable: boolean) =>
    new Promise<(() => void) | undefined>((got, failed) => {
      locks
        .request(name, { ifAvailable }, (lock) => {
          if (!lock) return got(undefined);
          return new Promise<void>((release) => got(() => release()));
        })
        .catch(failed);
    });
  return {
    hold: async (name) => (await held(name, false))!,
    tryHold: (name) => held(name, true),
  };
}

/** So long a living tab is given to answer, in milliseconds. */
const PATIENCE = 300;

type Message = { readonly ask: string } | { readonly held: string };
/** What is needed of a BroadcastChannel. */
export interface Channel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', hear: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', hear: (event: { data: unknown }) => void): void;
}

/**
 * Tabs that ask each other. One that sleeps does not answer and counts as gone: two may then send the same change, which
 * the server applies once by its clientId.
 */
export function askingTabLocks(channel: Channel, patience = PATIENCE): TabLocks {
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
      const settle = (held: boolean) => {
        clearTimeout(timer);
        channel.removeEventListener('message', hear);
        resolve(held);
      };
      const hear = ({ data }: { data: unknown }) => {
        const message = data as Message;
        if ('held' in message && message.held === name) settle(true);
      };
      const timer = setTimeout(() => settle(false), patience);
      channel.addEventListener('message', hear);
      channel.postMessage({ ask: name });
    });
  return {
    hold: (name) => Promise.resolve(take(name)),
    tryHold: async (name) => (mine.has(name) || (await isHeld(name)) ? undefined : take(name)),
  };
}
