import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { TestDevice, objectOf } from './testing/device.ts';
import { FakeServer } from './testing/fake-server.ts';

const A = '00000000-0000-4000-8000-000000000001';
const B = '00000000-0000-4000-8000-000000000002';

async function opened() {
  const server = new FakeServer();
  const device = new TestDevice(server);
  return { server, device, tab: await device.open() };
}
const valueAt = (server: FakeServer, id: string) => server.object(id)?.properties.value;

describe('Autosave', () => {
  it('sends shortly after a change, emits the event, and has nothing left', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    expect(tab.queue.state.queued).toBe(1);
    expect(tab.timers.pending).toEqual([500]);
    tab.timers.pass(500);
    expect(tab.queue.state.isSaving).toBe(true);
    await tab.queue.flush();
    expect(valueAt(server, A)).toBe(1);
    expect(tab.queue.state).toMatchObject({ queued: 0, isSaving: false, error: undefined });
    expect(tab.saved).toEqual([[A]]);
    expect(tab.document.recordOf(A)?.version).toBe(1);
  });

  it('gives a new object its own id as clientId, and later changes a fresh one with id and version', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    tab.edit(A, 2);
    await tab.queue.flush();
    const [[first], [second]] = server.calls as [
      [{ id?: string; clientId: string }],
      [{ id: string; clientId: string; version: number }],
    ];
    expect([first.id, first.clientId]).toEqual([undefined, A]);
    expect([second.id, second.version]).toEqual([A, 1]);
    expect(second.clientId).not.toBe(A);
  });

  it('replaces the earlier queued change of the same object', async () => {
    const { server, tab } = await opened();
    for (const value of [1, 2, 3]) tab.edit(A, value);
    await tab.queue.flush();
    expect(server.objects.get(A)).toMatchObject({ version: 1, applied: [A] });
    expect(valueAt(server, A)).toBe(3);
  });

  it('sends nothing for an object that was created and deleted, or changed back', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    tab.edit(A, undefined);
    expect(tab.queue.state.queued).toBe(0);
    tab.edit(B, 1);
    await tab.queue.flush();
    const before = tab.document.get(B)!;
    tab.edit(B, 2);
    tab.document.apply([{ id: B, before: tab.document.get(B), after: before }], 'undo');
    await tab.queue.flush();
    expect(server.calls).toHaveLength(1);
  });

  it('keeps a change made during a send and sends it after, on the new version', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    const sending = tab.queue.flush();
    tab.edit(A, 2);
    await sending;
    expect(server.objects.get(A)?.version).toBe(2);
    expect(valueAt(server, A)).toBe(2);
    expect(tab.queue.state.queued).toBe(0);
  });

  it('restores a deleted object on the version of its deletion', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    const object = tab.document.get(A)!;
    tab.edit(A, undefined);
    await tab.queue.flush();
    expect(server.object(A)).toBeUndefined();
    tab.document.apply([{ id: A, before: undefined, after: object }], 'undo');
    await tab.queue.flush();
    expect(valueAt(server, A)).toBe(1);
    expect(server.objects.get(A)?.version).toBe(3);
  });

  it('keeps the queue when the connection fails, shows why, retries with growing delays and at once when online', async () => {
    const { server, tab } = await opened();
    server.connection = 'request lost';
    tab.edit(A, 1);
    await tab.queue.flush();
    expect(tab.queue.state).toMatchObject({
      queued: 1,
      isSaving: false,
      error: 'The server cannot be reached.',
    });
    expect(tab.timers.pending).toEqual([2000]);
    tab.timers.pass(2000);
    await tab.queue.flush();
    expect(tab.timers.pending).toEqual([4000]);
    tab.online$.next(false);
    server.connection = 'good';
    tab.online$.next(true);
    expect(tab.timers.pending).toEqual([0]);
    tab.timers.pass(0);
    await tab.queue.flush();
    expect(tab.queue.state).toMatchObject({ queued: 0, error: undefined, retryAt: undefined });
    expect(server.objects.get(A)?.applied).toEqual([A]);
  });

  it('tries although the browser is offline: the server may be in the local network', async () => {
    const { server, tab } = await opened();
    tab.online$.next(false);
    tab.edit(A, 1);
    expect(tab.timers.pending).toEqual([500]);
    tab.timers.pass(500);
    await tab.queue.flush();
    expect(valueAt(server, A)).toBe(1);
  });

  it('waits for the Save command when the setting says so', async () => {
    const { server, tab } = await opened();
    tab.automatic$.next(false);
    tab.edit(A, 1);
    expect(tab.timers.pending).toEqual([]);
    expect(tab.queue.state.queued).toBe(1);
    await tab.queue.flush();
    expect(valueAt(server, A)).toBe(1);
  });

  it('applies a change once when only its response was lost', async () => {
    const { server, tab } = await opened();
    server.connection = 'answer lost';
    tab.edit(A, 1);
    await tab.queue.flush();
    tab.edit(A, 2);
    server.connection = 'good';
    await tab.queue.flush();
    expect(server.objects.get(A)?.applied).toHaveLength(2);
    expect(valueAt(server, A)).toBe(2);
  });

  it('shows an object changed here and by someone else as a conflict and changes neither', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    server.changeRemotely(A, objectOf(A, 9));
    tab.edit(A, 2);
    await tab.queue.flush();
    const [conflict] = tab.queue.state.conflicts;
    expect(
      [conflict?.base, conflict?.local, conflict?.remote].map((object) => object?.properties.value),
    ).toEqual([1, 2, 9]);
    expect(valueAt(server, A)).toBe(9);
    expect(tab.value(A)).toBe(2);
    await tab.queue.flush();
    expect(server.calls).toHaveLength(2);
  });

  it.each([
    ['mine', 2, 2, 3],
    ['theirs', 9, 9, 2],
    ['a mixture', 5, 5, 3],
  ])('ends a conflict with %s', async (_, chosen, result, version) => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    server.changeRemotely(A, objectOf(A, 9));
    tab.edit(A, 2);
    await tab.queue.flush();
    tab.queue.resolve(A, objectOf(A, chosen));
    await tab.queue.flush();
    expect(tab.queue.state.conflicts).toEqual([]);
    expect(tab.queue.state.queued).toBe(0);
    expect(tab.value(A)).toBe(result);
    expect(valueAt(server, A)).toBe(result);
    expect(server.objects.get(A)?.version).toBe(version);
  });

  it('resolves a conflict with a remote deletion either way', async () => {
    for (const keep of [true, false]) {
      const { server, tab } = await opened();
      tab.edit(A, 1);
      await tab.queue.flush();
      server.changeRemotely(A, undefined);
      tab.edit(A, 2);
      await tab.queue.flush();
      expect(tab.queue.state.conflicts[0]?.remote).toBeUndefined();
      tab.queue.resolve(A, keep ? tab.document.get(A) : undefined);
      await tab.queue.flush();
      expect(tab.queue.state.queued).toBe(0);
      expect([tab.value(A), valueAt(server, A)]).toEqual(keep ? [2, 2] : [undefined, undefined]);
    }
  });

  it('has no conflict when both made the same change', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    server.changeRemotely(A, objectOf(A, 2));
    tab.edit(A, 2);
    await tab.queue.flush();
    expect(tab.queue.state).toMatchObject({ queued: 0, conflicts: [] });
    expect(tab.document.recordOf(A)?.version).toBe(2);
  });

  it('keeps a refused change with its reason until it is corrected or discarded', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    server.refuses = ({ properties }) => (properties?.value === 2 ? 'Two is not allowed.' : undefined);
    tab.edit(A, 2);
    tab.edit(B, 2);
    await tab.queue.flush();
    expect(tab.queue.state.refused.map(({ detail }) => detail)).toEqual([
      'Two is not allowed.',
      'Two is not allowed.',
    ]);
    tab.edit(A, 3);
    await tab.queue.flush();
    expect(valueAt(server, A)).toBe(3);
    await tab.queue.discard(B);
    expect(tab.value(B)).toBeUndefined();
    tab.edit(A, 2);
    await tab.queue.flush();
    await tab.queue.discard(A);
    expect(tab.value(A)).toBe(3);
    expect(tab.queue.state).toMatchObject({ queued: 0, refused: [] });
  });

  it('finds the invalid change in a batch, and saves the others', async () => {
    const { server, tab } = await opened();
    server.rejects = (changes) =>
      changes.some(({ properties }) => properties?.value === 13) ? 413 : undefined;
    const ids = Array.from(
      { length: 20 },
      (_, i) => `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`,
    );
    ids.forEach((id, i) => tab.edit(id, i));
    await tab.queue.flush();
    expect(tab.queue.state.refused.map(({ id }) => id)).toEqual([ids[13]]);
    expect(ids.filter((id) => server.objects.get(id)?.version === 1)).toHaveLength(19);
  });

  it('sends at most 500 changes in one list', async () => {
    const { server, tab } = await opened();
    for (let i = 0; i < 1100; i++) tab.edit(`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, i);
    await tab.queue.flush();
    expect(server.calls.map(({ length }) => length)).toEqual([500, 500, 100]);
  });

  it('receives changes of others, but not over a local change', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    tab.edit(B, 1);
    await tab.queue.flush();
    server.changeRemotely(A, objectOf(A, 9));
    tab.announce(A);
    expect(tab.value(A)).toBe(9);
    tab.edit(B, 2);
    server.changeRemotely(B, undefined);
    tab.announce(B);
    expect(tab.value(B)).toBe(2);
    await tab.queue.flush();
    expect(tab.queue.state.conflicts.map(({ id }) => id)).toEqual([B]);
  });

  it('ignores its own echo and older versions', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    const object = tab.document.get(A);
    tab.announce(A);
    expect(tab.document.get(A)).toBe(object);
    tab.edit(A, 2);
    await tab.queue.flush();
    tab.queue.receive([{ id: A, content: objectOf(A, 1), record: { version: 1 } }], 'remote');
    expect(tab.value(A)).toBe(2);
    expect(server.objects.get(A)?.version).toBe(2);
  });

  it('receives what arrived while it was sending, when that is newer', async () => {
    const { server, tab } = await opened();
    tab.edit(A, 1);
    tab.edit(B, 1);
    await tab.queue.flush();
    tab.edit(A, 2);
    const sending = tab.queue.flush();
    tab.queue.receive([{ id: A, content: objectOf(A, 7), record: { version: 3 } }], 'remote');
    await sending;
    expect(server.objects.get(A)?.version).toBe(2);
    expect(tab.value(A)).toBe(7);
    expect(tab.document.recordOf(A)?.version).toBe(3);
  });

  it('carries on after a crash: the next tab shows the unsent changes and sends them', async () => {
    const { server, device, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    server.connection = 'hangs';
    tab.edit(A, 2);
    tab.edit(B, 5);
    await tab.queue.stored();
    void tab.queue.flush();
    tab.crash();
    server.connection = 'good';
    const next = await device.open();
    expect([next.value(A), next.value(B)]).toEqual([2, 5]);
    await next.queue.flush();
    expect([valueAt(server, A), valueAt(server, B)]).toEqual([2, 5]);
    expect(next.queue.state.queued).toBe(0);
    const third = await device.open();
    expect(third.queue.state.queued).toBe(0);
  });

  it('carries on after the project was closed', async () => {
    const { server, device, tab } = await opened();
    tab.automatic$.next(false);
    tab.edit(A, 1);
    tab.queue.dispose();
    await tab.queue.stored();
    await new Promise((resolve) => setImmediate(resolve));
    const next = await device.open();
    expect(next.value(A)).toBe(1);
    await next.queue.flush();
    expect(valueAt(server, A)).toBe(1);
  });

  it('leaves the queue of an open tab alone; between two tabs the versions decide', async () => {
    const { server, device, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    const other = await device.open();
    tab.edit(A, 2);
    other.edit(A, 3);
    await Promise.all([tab.queue.stored(), other.queue.stored()]);
    const third = await device.open();
    expect(third.queue.state.queued).toBe(0);
    await tab.queue.flush();
    await other.queue.flush();
    expect(valueAt(server, A)).toBe(2);
    expect(other.queue.state.conflicts.map(({ local }) => local?.properties.value)).toEqual([3]);
  });

  it('shows as a conflict what two crashed tabs did to the same object', async () => {
    const { server, device, tab } = await opened();
    tab.edit(A, 1);
    await tab.queue.flush();
    const other = await device.open();
    server.connection = 'request lost';
    tab.edit(A, 2);
    other.edit(A, 3);
    await Promise.all([tab.queue.stored(), other.queue.stored()]);
    tab.crash();
    other.crash();
    server.connection = 'good';
    const next = await device.open();
    await next.queue.flush();
    await next.queue.flush();
    const [conflict] = next.queue.state.conflicts;
    expect([conflict?.local?.properties.value, conflict?.remote?.properties.value].sort()).toEqual([2, 3]);
  });
});
