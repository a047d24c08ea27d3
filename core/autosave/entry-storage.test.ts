import { describe, expect, it, vi } from 'vitest';
import type { QueueEntry } from './entry.ts';
import { EntryStorage } from './entry-storage.ts';
import { objectOf } from './testing/device.ts';

const entry = (id: string): QueueEntry => ({
  id,
  after: objectOf(id, 1),
  base: undefined,
  version: undefined,
});

function storing() {
  const entries = new Map(['a', 'b'].map((id) => [id, entry(id)]));
  const written: [string[], readonly string[]][] = [];
  const store = {
    isFull: false,
    write: vi.fn(async (stored: readonly QueueEntry[], removed: readonly string[]) => {
      if (store.isFull) throw new Error('full');
      written.push([stored.map(({ id }) => id), removed]);
    }),
    adopt: async (isFree: (id: string) => boolean) => {
      if (store.isFull) throw new Error('full');
      return ['a', 'c'].filter(isFree).map(entry);
    },
    close: vi.fn(),
  };
  const onStatus = vi.fn();
  const storage = new EntryStorage(store, (id) => entries.get(id), onStatus);
  return { entries, written, store, storage, onStatus };
}

describe('The storage of the queue', () => {
  it('writes what changed since the last write, one write at a time', async () => {
    const { entries, written, storage, store } = storing();
    storage.mark(['a', 'b']);
    const first = storage.write();
    entries.delete('b');
    storage.mark(['b']);
    await Promise.all([first, storage.write()]);
    expect(written).toEqual([[['a'], ['b']]]);
    storage.mark(['a']);
    await storage.close();
    expect(written[1]).toEqual([['a'], []]);
    expect(store.close).toHaveBeenCalledOnce();
  });

  it('writes again what it could not write, and reports both', async () => {
    const { written, storage, store, onStatus } = storing();
    store.isFull = true;
    storage.mark(['a']);
    await storage.write();
    await storage.write();
    expect([storage.isFailing, onStatus.mock.calls.length]).toEqual([true, 1]);
    store.isFull = false;
    await storage.write();
    expect(written).toEqual([[['a'], []]]);
    expect([storage.isFailing, onStatus.mock.calls.length]).toEqual([false, 2]);
  });

  it('takes over what closed tabs left, except for objects that have an entry', async () => {
    const { storage, store, onStatus } = storing();
    expect((await storage.adopt()).map(({ id }) => id)).toEqual(['c']);
    store.isFull = true;
    expect(await storage.adopt()).toEqual([]);
    expect([storage.isFailing, onStatus.mock.calls.length]).toEqual([true, 1]);
  });
});
