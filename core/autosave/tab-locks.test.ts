import { describe, expect, it } from 'vitest';
import { messageTabLocks, webTabLocks, type Channel } from './tab-locks.ts';

/** Channels of tabs in one browser; messages come a turn later, and not to their sender. */
function browser() {
  const tabs: { hear: Set<(event: { data: unknown }) => void>; isDead: boolean }[] = [];
  return {
    tab() {
      const self = { hear: new Set<(event: { data: unknown }) => void>(), isDead: false };
      tabs.push(self);
      const channel: Channel = {
        postMessage: (data) =>
          setImmediate(() => {
            for (const other of tabs)
              if (other !== self && !other.isDead) for (const hear of [...other.hear]) hear({ data });
          }),
        addEventListener: (_, hear) => self.hear.add(hear),
        removeEventListener: (_, hear) => self.hear.delete(hear),
      };
      return { locks: messageTabLocks(channel, 40), die: () => (self.isDead = true) };
    },
  };
}

describe('Locks by messages between tabs', () => {
  it('are held while their tab lives and free when it is gone', async () => {
    const { tab } = browser();
    const [one, two] = [tab(), tab()];
    await one.locks.acquire('one');
    expect(await two.locks.tryAcquire('one')).toBeUndefined();
    one.die();
    expect(await two.locks.tryAcquire('one')).toBeTypeOf('function');
  });

  it('are free again when they are released, and never taken twice by the same tab', async () => {
    const { tab } = browser();
    const [one, two] = [tab(), tab()];
    const release = await one.locks.acquire('one');
    expect(await one.locks.tryAcquire('one')).toBeUndefined();
    release();
    expect(await two.locks.tryAcquire('one')).toBeTypeOf('function');
  });
});

describe('Web Locks', () => {
  it('are held until they are released', async () => {
    const held = new Set<string>();
    const manager = {
      request: async (
        name: string,
        { ifAvailable }: LockOptions,
        work: (lock: Lock | null) => Promise<void>,
      ) => {
        if (held.has(name) && ifAvailable) return work(null);
        held.add(name);
        await work({ name, mode: 'exclusive' });
        held.delete(name);
      },
    } as unknown as LockManager;
    const locks = webTabLocks(manager);
    const release = await locks.acquire('one');
    expect(await locks.tryAcquire('one')).toBeUndefined();
    release();
    await Promise.resolve();
    await Promise.resolve();
    expect(await locks.tryAcquire('one')).toBeTypeOf('function');
  });
});
