import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { Api, Live } from '#core/api';
import type { Notification } from '#core/protocol';
import { Inbox } from './inbox.ts';

const message = (id: string, readAt: string | null = null): Notification => ({
  id,
  kind: 'message',
  subject: `Subject ${id}`,
  text: 'Text',
  sender: 'Anna',
  at: '2026-03-01T10:00:00Z',
  readAt,
  project: null,
});

/** A server with these messages. */
function serverOf(messages: Notification[]) {
  const unread = () => ({ count: messages.filter(({ readAt }) => readAt === null).length });
  const answers: Record<string, (request: never) => unknown> = {
    'notifications.unread': unread,
    'notifications.list': () => messages,
    'notifications.read': ({ body }: { body: { ids?: string[] } }) => {
      for (const one of messages) if (!body.ids || body.ids.includes(one.id)) one.readAt = 'now';
      return unread();
    },
    'notifications.delete': ({ params }: { params: { id: string } }) =>
      void messages.splice(
        messages.findIndex(({ id }) => id === params.id),
        1,
      ),
  };
  const call = (spec: { id: string }, request: unknown) =>
    Promise.resolve({ data: answers[spec.id]!(request as never) });
  return { call } as unknown as Api;
}

describe('the inbox behind the bell', () => {
  it('loads the count first, and the list only when it is opened', async () => {
    const inbox = new Inbox(serverOf([message('a'), message('b', 'then')]));
    await inbox.count();
    expect([inbox.unread, inbox.rows.length]).toEqual([1, 0]);
    await inbox.load();
    expect([inbox.state, inbox.rows.map(({ id }) => id)]).toEqual(['ready', ['a', 'b']]);
  });

  it('marks one or all as read at once', async () => {
    const inbox = new Inbox(serverOf([message('a'), message('b'), message('c')]));
    await inbox.load();
    await inbox.read(['b']);
    expect([inbox.unread, inbox.rows.map(({ readAt }) => readAt !== null)]).toEqual([
      2,
      [false, true, false],
    ]);
    await inbox.read();
    expect([inbox.unread, inbox.rows.every(({ readAt }) => readAt !== null)]).toEqual([0, true]);
  });

  it('deletes one', async () => {
    const inbox = new Inbox(serverOf([message('a'), message('b')]));
    await inbox.load();
    await inbox.remove('a');
    expect([inbox.unread, inbox.rows.map(({ id }) => id)]).toEqual([1, ['b']]);
  });

  it('receives new messages, and reloads the count when some may have been missed', async () => {
    const messages = [message('a')];
    const events = { notification: new Subject(), reload: new Subject() };
    const live = { on: (event: 'notification' | 'reload') => events[event] } as unknown as Live;
    const inbox = new Inbox(serverOf(messages));
    const heard: string[] = [];
    const stop = inbox.follow(live, (subject) => heard.push(subject));
    messages.push(message('b'));
    events.notification.next({ text: 'Subject b' });
    await vi.waitFor(() => expect(inbox.unread).toBe(2));
    messages.push(message('c'));
    events.reload.next({});
    await vi.waitFor(() => expect(inbox.unread).toBe(3));
    expect(heard).toEqual(['Subject b']);
    stop();
    events.notification.next({ text: 'unheard' });
    expect(heard).toEqual(['Subject b']);
  });
});
