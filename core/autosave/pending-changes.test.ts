import { describe, expect, it, vi } from 'vitest';
import { ObjectDocument } from '#core/document';
import type { ChangeAnswer } from '#core/protocol';
import { PendingChanges } from './pending-changes.ts';
import { objectOf } from './testing/device.ts';
import { PROJECT } from './testing/fake-server.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const stateOf = (value: number, version: number) => ({
  id: ID,
  content: objectOf(ID, value),
  record: { version },
});

/** A document with an object of version 1 and value 1. */
function opened() {
  const document = new ObjectDocument(PROJECT);
  const onChange = vi.fn();
  const closing = new AbortController();
  const pending = new PendingChanges(document, onChange, closing.signal);
  pending.receive([stateOf(1, 1)], 'load');
  document.changes$.subscribe((change) => pending.record(change));
  const original = document.get(ID)!;
  const edit = (value: number) =>
    document.apply([{ id: ID, before: document.get(ID), after: objectOf(ID, value) }], 'edit');
  const value = () => document.get(ID)?.properties.value;
  const send = () => pending.nextBatch(500)[0]!;
  const answer = (given: Partial<ChangeAnswer>) => {
    const entry = pending.get(ID)!;
    return pending.answer(entry, entry.attempt!, { clientId: '', id: ID, status: 'saved', ...given });
  };
  return { document, pending, onChange, closing, original, edit, value, send, answer };
}

describe('Pending changes', () => {
  it('are merged by object: the first base, the last content', () => {
    const { pending, edit, original, onChange } = opened();
    edit(2);
    edit(3);
    expect(pending.size).toBe(1);
    expect(pending.get(ID)).toMatchObject({ base: original, after: objectOf(ID, 3), version: 1 });
    expect(onChange.mock.calls).toEqual([[[ID]], [[ID]]]);
  });

  it('name the plugin that made them, until it is sent or undone', () => {
    const { document, edit, send, answer } = opened();
    const plugin = 'acme-wells@1.0.0';
    const by = (value: number, origin: 'edit' | 'undo' = 'edit') =>
      document.apply([{ id: ID, before: document.get(ID), after: objectOf(ID, value), plugin }], origin);
    by(2);
    edit(3);
    expect(send().attempt.plugin).toBe(plugin);
    edit(4);
    answer({ version: 2 });
    expect(send().attempt.plugin).toBeUndefined();
    answer({ version: 3 });
    by(5);
    by(6, 'undo');
    expect(send().attempt.plugin).toBeUndefined();
  });

  it('are gone when the object is as before, but not while the server may have another state', () => {
    const { pending, document, edit, original, send } = opened();
    const undo = () => document.apply([{ id: ID, before: document.get(ID), after: original }], 'undo');
    edit(2);
    undo();
    expect(pending.size).toBe(0);
    edit(2);
    send();
    undo();
    expect(pending.size).toBe(1);
  });

  it('are based on the saved version when they were made during a send', () => {
    const { pending, edit, send, answer } = opened();
    edit(2);
    send();
    edit(3);
    expect(answer({ version: 2 })).toBe(true);
    expect(pending.get(ID)).toMatchObject({ base: objectOf(ID, 2), after: objectOf(ID, 3), version: 2 });
    expect(pending.get(ID)?.attempt).toBeUndefined();
  });

  it('hide what others changed until they are saved, then the newest state is shown', async () => {
    const { pending, edit, value, send, answer } = opened();
    edit(2);
    pending.receive([stateOf(8, 4)], 'remote');
    pending.receive([stateOf(7, 3)], 'remote');
    expect(value()).toBe(2);
    send();
    answer({ version: 2 });
    await Promise.resolve();
    expect([value(), pending.size]).toEqual([8, 0]);
  });

  it('show nothing more after closing', async () => {
    const { pending, edit, value, send, answer, closing } = opened();
    edit(2);
    pending.receive([stateOf(8, 4)], 'remote');
    send();
    answer({ version: 2 });
    closing.abort();
    await Promise.resolve();
    expect(value()).toBe(2);
  });

  it('are not sent while in conflict; newer states of others replace their side', () => {
    const { pending, edit, send, answer, onChange } = opened();
    edit(2);
    send();
    expect(answer({ status: 'conflict', current: null, version: 2 })).toBe(false);
    expect(pending.isSendable).toBe(false);
    expect(pending.conflicts).toMatchObject([{ id: ID, remote: undefined, remoteRecord: { version: 2 } }]);
    onChange.mockClear();
    pending.receive([stateOf(9, 3)], 'remote');
    pending.receive([stateOf(5, 3)], 'remote');
    expect(pending.conflicts).toMatchObject([{ remote: objectOf(ID, 9), remoteRecord: { version: 3 } }]);
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('end a conflict with the own object on their version, or with theirs', () => {
    for (const [chosen, size] of [
      [2, 1],
      [9, 0],
    ] as const) {
      // prettier-ignore
      const { document, pending, edit, value, send, answer } = opened();
      edit(2);
      send();
      answer({ status: 'conflict', current: null, version: 2 });
      pending.receive([stateOf(9, 3)], 'remote');
      pending.resolve(ID, objectOf(ID, chosen));
      expect([value(), pending.size, document.recordOf(ID)?.version]).toEqual([chosen, size, 3]);
      expect(pending.get(ID)?.version).toBe(size ? 3 : undefined);
      expect(() => pending.resolve(ID, undefined)).toThrow('no conflict');
    }
  });

  it('keep a refusal until the object changes again or is discarded', () => {
    const { pending, edit, value, original, send, answer } = opened();
    edit(2);
    send();
    answer({ status: 'refused', detail: 'no' });
    expect([pending.refused, pending.isSendable]).toEqual([[{ id: ID, detail: 'no' }], false]);
    edit(3);
    expect([pending.refused, pending.isSendable]).toEqual([[], true]);
    pending.discard(ID, original, { version: 1 });
    expect([value(), pending.size]).toEqual([1, 0]);
  });
});
