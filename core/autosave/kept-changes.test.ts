import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { importKey } from '#core/browser';
import { newUuid } from '#core/kernel';
import { dropUnsentChanges, sealUnsentChanges, unsentChangesOf } from './kept-changes.ts';
import { openQueueDatabase } from './queue-rows.ts';
import { TestDevice } from './testing/device.ts';
import { FakeServer } from './testing/fake-server.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const SECRET = 424242;
const keyOf = (byte: number) => importKey(btoa(String.fromCharCode(byte).repeat(32)));
afterEach(() => vi.unstubAllGlobals());

/** A person whose tab is closed with two unsent changes. */
async function away() {
  const userId = newUuid();
  const server = new FakeServer();
  const device = new TestDevice(server, `${userId}/p1`);
  const tab = await device.open();
  tab.edit(A, SECRET);
  tab.edit(B, undefined);
  tab.edit(B, 2);
  await tab.queue.stored();
  tab.queue.dispose();
  device.crashed(tab.name);
  return { userId, server, device };
}
/** All that IndexedDB holds of a person, as text. */
async function contentsOf(userId: string): Promise<string> {
  const database = await openQueueDatabase();
  const rows = await database.getAllFromIndex('changes', 'owner', `${userId}/p1`);
  database.close();
  return rows
    .map(
      (row) => JSON.stringify(row) + ('sealed' in row ? Buffer.from(row.sealed.data).toString('latin1') : ''),
    )
    .join();
}

describe('Unsent changes of a person who signs out', () => {
  it('are counted by project, and are those of the person alone', async () => {
    const { userId } = await away();
    expect(await unsentChangesOf(userId)).toEqual([{ projectId: 'p1', count: 2 }]);
    expect(await unsentChangesOf(userId.slice(0, -1))).toEqual([]);
    expect(await unsentChangesOf(newUuid())).toEqual([]);
  });

  it('can be dropped, without those of others', async () => {
    const { userId } = await away();
    const other = await away();
    await dropUnsentChanges(userId);
    expect(await unsentChangesOf(userId)).toEqual([]);
    expect(await unsentChangesOf(other.userId)).toHaveLength(1);
    await dropUnsentChanges(other.userId);
  });

  it('can be kept so that nobody else reads them, and are sent when the person is back', async () => {
    const { userId, server, device } = await away();
    expect(await contentsOf(userId)).toContain(String(SECRET));
    await sealUnsentChanges(userId, await keyOf(1));
    await sealUnsentChanges(userId, await keyOf(1));
    expect(await contentsOf(userId)).not.toContain(String(SECRET));
    expect(await unsentChangesOf(userId)).toEqual([{ projectId: 'p1', count: 2 }]);

    device.key = () => keyOf(1);
    const tab = await device.open();
    expect(tab.queue.state).toMatchObject({ queued: 2, deviceProblem: undefined });
    await tab.queue.flush();
    expect(server.object(A)?.properties.value).toBe(SECRET);
    expect(await unsentChangesOf(userId)).toEqual([]);
  });

  it.each<[string, () => Promise<CryptoKey>]>([
    ['the server is away', () => Promise.reject(new Error('away'))],
    ['the key is another', () => keyOf(2)],
  ])('stay and say so if %s', async (_, key) => {
    const { userId, device } = await away();
    await sealUnsentChanges(userId, await keyOf(1));
    device.key = key;
    const tab = await device.open();
    expect(tab.queue.state).toMatchObject({ queued: 0, deviceProblem: 'core:autosave.unreadable' });
    tab.queue.dispose();
    expect(await unsentChangesOf(userId)).toEqual([{ projectId: 'p1', count: 2 }]);
    await dropUnsentChanges(userId);
  });

  it('cannot be moved to another object', async () => {
    const { userId, device } = await away();
    await sealUnsentChanges(userId, await keyOf(1));
    const database = await openQueueDatabase();
    const rows = await database.getAllFromIndex('changes', 'owner', `${userId}/p1`);
    const [first, second] = rows as { sealed?: unknown }[];
    await database.put('changes', { ...first, sealed: second!.sealed } as never);
    database.close();
    device.key = () => keyOf(1);
    const tab = await device.open();
    expect(tab.queue.state).toMatchObject({ queued: 1, deviceProblem: 'core:autosave.unreadable' });
    tab.queue.dispose();
    await dropUnsentChanges(userId);
  });
});
