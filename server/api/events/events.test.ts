import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LiveEvents, PersonalToken } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, TestPerson } from '../../testing/server.ts';
import { changeOf, makeObject, openWorkplace, ROME, save, type Workplace } from '../../testing/workplace.ts';
import { openEvents } from '../../platform/events/hub.ts';

interface ReceivedEvent {
  id: string;
  event: string;
  data: unknown;
}

/** A client of the stream: receives events one after the other, and the end of the stream. */
class EventListenerClient {
  readonly received: ReceivedEvent[] = [];
  lastId = '';
  comments = 0;
  ended = false;
  readonly response: http.IncomingMessage;
  #wake: () => void = () => {};
  #rest = '';

  constructor(response: http.IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (piece: string) => this.#read(piece));
    response.on('error', () => {});
    response.on('close', () => {
      this.ended = true;
      this.#wake();
    });
  }

  /** Waits for `count` events of the kind and returns them. */
  async until<K extends keyof LiveEvents>(event: K, count = 1): Promise<LiveEvents[K][]> {
    const found = () => this.received.filter((each) => each.event === event);
    await this.when(() => found().length >= count);
    return found().map(({ data }) => data as LiveEvents[K]);
  }

  async when(come: () => boolean): Promise<void> {
    while (!come()) {
      if (this.ended) throw new Error(`The stream ended; heard: ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async end(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  close(): void {
    this.response.destroy();
  }

  #read(piece: string): void {
    this.#rest += piece;
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
      if (lines.has('')) this.comments++;
      const id = lines.get('id');
      if (id !== undefined) this.lastId = id;
      const data = lines.get('data');
      if (data !== undefined)
        this.received.push({
          id: id ?? '',
          event: lines.get('event') ?? 'message',
          data: JSON.parse(data) as unknown,
        });
    }
    this.#wake();
  }
}

describe.each(engines)('live events on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  let url: string;
  const ears: EventListenerClient[] = [];
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
    url = await place.server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => {
    for (const ear of ears.splice(0)) ear.close();
  });
  afterAll(() => place.close());

  function listen(
    by: TestPerson,
    projectId: string | undefined = id,
    after?: string,
  ): Promise<EventListenerClient> {
    const query = projectId ? `?projectid=${projectId}` : '';
    const headers = { jwt: by.token, ...(after !== undefined && { 'last-event-id': after }) };
    return new Promise((resolve, reject) => {
      http
        .get(`${url}/api/events${query}`, { headers }, (response) => {
          if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
          const ear = new EventListenerClient(response);
          ears.push(ear);
          resolve(ear);
        })
        .once('error', reject);
    });
  }
  /** The first id has arrived: it is subscribed. */
  async function listening(by: TestPerson, projectId?: string): Promise<EventListenerClient> {
    const ear = await listen(by, projectId);
    await ear.when(() => ear.lastId !== '');
    return ear;
  }
  const member = async (
    name: string,
    more: { blockedLayers?: string[] } = {},
    authorizations = ['geometries.read'],
  ) => {
    const person = await place.server.person(place.admin, name, authorizations, more);
    const members = must(
      await place.admin.send<{ userId: string; member: boolean }[]>('GET', `/projects/${id}/members`),
      200,
    );
    const userIds = [...members.filter((each) => each.member).map(({ userId }) => userId), person.id];
    must(await place.admin.send('PUT', `/projects/${id}/members`, { userIds }), 204);
    return person;
  };

  it('have the same security headers as other responses, and at most 50 streams per person', async () => {
    const hoarder = await member('Gina');
    const [ear] = await Promise.all(Array.from({ length: 50 }, () => listening(hoarder)));
    expect(ear!.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    await expect(listen(hoarder)).rejects.toThrow('answered 429');
    await listening(sara);
    ear!.close();
    await vi.waitFor(() => listen(hoarder));
  });

  it('respond only once subscribed, so that no event is missed', async () => {
    const newcomer = await member('Nora');
    await listen(newcomer);
    expect(place.server.services.events.streamsOf(newcomer.id)).toBe(1);
  });

  it('report created, changed and deleted objects with their ids and session', async () => {
    const ear = await listening(place.admin);
    const made = await makeObject(sara, id, { properties: { n: 1 } });
    const body = { properties: { n: 2 } };
    const changed = must(await sara.send('PUT', `/geometries/${made.id}`, body, { 'if-match': '"1"' }), 200);
    must(await sara.send('DELETE', `/geometries/${made.id}`, undefined, { 'if-match': '"2"' }), 204);
    const events = await ear.until('geometries', 3);
    const sessionId = events[0]!.sessionId;
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(events).toEqual([
      { projectId: id, changed: [made], removed: [], sessionId },
      { projectId: id, changed: [changed], removed: [], sessionId },
      { projectId: id, changed: [], removed: [{ id: made.id, version: 3, typeName: 'parcel' }], sessionId },
    ]);
    const ids = ear.received.map((each) => Number(each.id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('report an autosave once with all its objects, without those that were refused', async () => {
    const ear = await listening(place.admin);
    const changes = [changeOf(), changeOf(), changeOf({ typeName: 'no such type' })];
    await save(sara, id, changes);
    await save(sara, id, changes);
    await makeObject(sara, id);
    const [saved, next] = await ear.until('geometries', 2);
    expect(saved!.changed.map((object) => object.id).sort()).toEqual(
      changes
        .slice(0, 2)
        .map(({ clientId }) => clientId)
        .sort(),
    );
    expect(next!.changed).toHaveLength(1);
  });

  it('ask clients to reload when more than a thousand objects changed', async () => {
    const ear = await listening(place.admin);
    await save(
      sara,
      id,
      Array.from({ length: 1001 }, () => changeOf({ location: { type: 'Point', coordinates: [0, 0] } })),
    );
    const [event] = await ear.until('geometries');
    expect(event).toMatchObject({ reload: true, changed: [], removed: [] });
  });

  it('resume after the last event received, missing and repeating nothing', async () => {
    const ear = await listening(place.admin);
    await makeObject(sara, id);
    await ear.until('geometries');
    ear.close();
    const missed = [await makeObject(sara, id), await makeObject(sara, id)];
    const back = await listen(place.admin, id, ear.lastId);
    await back.until('geometries', 2);
    missed.push(await makeObject(sara, id));
    const events = await back.until('geometries', 3);
    expect(events.map((event) => event.changed[0]!.id)).toEqual(missed.map((object) => object.id));
  });

  it('ask clients to reload when they resume too late, or from another database', async () => {
    const ear = await listening(place.admin);
    const first = ear.lastId;
    await makeObject(sara, id);
    await makeObject(sara, id);
    const hub = await openEvents(place.server.db, { keepRows: 1 });
    await hub.prune();
    await hub.close();
    for (const after of [first, '999999999']) {
      const late = await listen(place.admin, id, after);
      await late.until('reload');
      await makeObject(sara, id);
      expect(await late.until('geometries')).toHaveLength(1);
    }
  });

  it('leave out what is blocked for the listener, also in a mixed change and where a type changes', async () => {
    const blind = await member('Bruno', { blockedLayers: ['secret'] });
    const ear = await listening(blind);
    const seeing = await listening(place.admin);
    const hidden = await makeObject(sara, id, { typeName: 'secret' });
    const [parcel, secret] = [changeOf(), changeOf({ typeName: 'secret' })];
    await save(sara, id, [secret, parcel, { clientId: 'del', id: hidden.id, version: 1, deleted: true }]);
    // An object moved to a blocked type is reported as deleted; one moved from it, as created.
    await save(sara, id, [{ clientId: 'hide', id: parcel.clientId, version: 1, typeName: 'secret' }]);
    await save(sara, id, [{ clientId: 'show', id: secret.clientId, version: 1, typeName: 'parcel' }]);
    const events = await ear.until('geometries', 3);
    expect(events.map(({ changed, removed }) => [changed.map((object) => object.id), removed])).toEqual([
      [[parcel.clientId], []],
      [[], [{ id: parcel.clientId, version: 2, typeName: 'parcel' }]],
      [[secret.clientId], []],
    ]);
    expect(JSON.stringify(ear.received)).not.toContain('secret"');
    const all = await seeing.until('geometries', 6);
    expect(all.slice(2).map(({ changed, removed }) => [changed.length, removed.length])).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  it('reach another program by its personal token, until that is revoked', async () => {
    const made = { name: 'display in the office', days: 1 };
    const { id: tokenId, token } = must(
      await sara.send<PersonalToken & { token: string }>('POST', '/users/me/tokens', made),
      201,
    );
    const program = new TestPerson(place.server.app, {
      ...sara.login,
      tokens: [{ token, organizationName: '' }],
    });
    const [ear, own] = [await listening(program), await listening(sara)];
    const object = await makeObject(sara, id);
    expect((await ear.until('geometries'))[0]!.changed).toEqual([object]);
    must(await sara.send('DELETE', `/users/me/tokens/${tokenId}`), 204);
    await ear.end();
    expect(ear.received.at(-1)).toMatchObject({ event: 'session', data: { reason: 'ended' } });
    await makeObject(sara, id);
    await own.until('geometries', 2);
    expect(own.received.filter(({ event }) => event === 'session')).toEqual([]);
  });

  it('follow changed rights at once: a layer blocked, a project left, a session ended', async () => {
    const person = await member('Rosa');
    const ear = await listening(person);
    const user = must(await place.admin.send<{ version: number }>('GET', `/users/${person.id}`), 200);
    must(
      await place.admin.send(
        'PUT',
        `/users/${person.id}`,
        { blockedLayers: ['parcel'] },
        { 'if-match': `"${user.version}"` },
      ),
      200,
    );
    await ear.until('session');
    await makeObject(sara, id, { typeName: 'parcel' });
    await makeObject(sara, id, { typeName: 'secret' });
    const [event] = await ear.until('geometries');
    expect(event!.changed.map(({ typeName }) => typeName)).toEqual(['secret']);
    must(await person.send('POST', '/logout'), 204);
    await makeObject(sara, id, { typeName: 'secret' });
    await ear.end();
    expect(ear.received.filter((each) => each.event === 'geometries')).toHaveLength(1);
    expect(ear.received.at(-1)).toMatchObject({ event: 'session', data: { reason: 'ended' } });
  });

  it('for a person go to them alone, whatever project they have open', async () => {
    const person = await member('Nino');
    const [own, other] = [await listening(person, undefined), await listening(place.admin)];
    const { db, events } = place.server.services;
    await db.transaction((tx) =>
      events.announce(tx, 'notification', { userId: person.id }, { text: 'Ciao' }),
    );
    await db.transaction((tx) => events.announce(tx, 'notification', {}, { text: 'All' }));
    expect(await own.until('notification', 2)).toEqual([{ text: 'Ciao' }, { text: 'All' }]);
    expect(await other.until('notification')).toEqual([{ text: 'All' }]);
  });

  it('of a transaction that was rolled back are never sent', async () => {
    const ear = await listening(place.admin);
    const { db, events } = place.server.services;
    const failing = db.transaction(async (tx) => {
      await events.announce(tx, 'notification', {}, { text: 'never' });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await db.transaction((tx) => events.announce(tx, 'notification', {}, { text: 'then' }));
    expect(await ear.until('notification')).toEqual([{ text: 'then' }]);
  });

  it('include heartbeats, and end with the server', async () => {
    const hub = await openEvents(place.server.db, { heartbeat: 20 });
    const pieces: string[] = [];
    let [ended, alive] = [false, () => {}];
    const sign = new Promise<void>((resolve) => (alive = resolve));
    const [session] = await place.server.db.query<{ id: string }>(
      'select id from sessions where user_id = $1 and ended_at is null',
      [sara.id],
    );
    const [organization] = await place.server.db.query<{ id: string }>(
      'select organization_id as id from projects where id = $1',
      [id],
    );
    await hub.follow({
      caller: { userId: sara.id, sessionId: session!.id, organizationId: organization!.id },
      projectId: id,
      after: undefined,
      send: (text) => {
        pieces.push(text);
        if (text.startsWith(':')) alive();
      },
      end: () => (ended = true),
    });
    await sign;
    await hub.close();
    expect(ended).toBe(true);
    expect(pieces[0]).toMatch(/^id: \d+\n\n$/);
  });

  it('disconnect a client that does not read, instead of buffering for it', async () => {
    const connected = once(place.server.app.server, 'connection') as Promise<[Socket]>;
    const ear = await listen(place.admin);
    ear.response.pause();
    const [socket] = await connected;
    const closed = once(socket, 'close');
    const { db, events } = place.server.services;
    const text = 'x'.repeat(1_000_000);
    // 8 MB on the server, plus the buffers of both ends of the connection.
    for (let megabytes = 0; megabytes < 40 && !socket.destroyed; megabytes++)
      await db.transaction((tx) => events.announce(tx, 'notification', { userId: place.admin.id }, { text }));
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('resume after the database was away', async () => {
    const { db } = place.server;
    let lost = 1;
    const shaky = Object.assign(Object.create(db) as typeof db, {
      listen: db.listen.bind(db),
      query: (sql: string, params?: readonly unknown[]) =>
        sql.includes('order by id limit') && lost-- > 0
          ? Promise.reject(new Error('lost'))
          : db.query(sql, params),
    });
    const hub = await openEvents(shaky, { heartbeat: 20 });
    const [session] = await db.query<{ id: string; organizationId: string }>(
      `select s.id, m.organization_id as "organizationId" from sessions s join memberships m on m.user_id = s.user_id
       where s.user_id = $1 and s.ended_at is null`,
      [sara.id],
    );
    let received = (_text: string) => {};
    const messages = new Promise<string>((resolve) => (received = resolve));
    await hub.follow({
      caller: { userId: sara.id, sessionId: session!.id, organizationId: session!.organizationId },
      projectId: id,
      after: undefined,
      send: (text) => text.includes('notification') && received(text),
      end: () => {},
    });
    await db.transaction((tx) =>
      place.server.services.events.announce(tx, 'notification', {}, { text: 'back' }),
    );
    expect(await messages).toContain('data: {"text":"back"}');
    expect(lost).toBeLessThan(1);
    await hub.close();
  });

  it('need a session and membership of the project', async () => {
    const other = await place.server.project(place.admin, 'Not hers');
    await expect(listen(sara, other.id)).rejects.toThrow('answered 404');
    const nobody = Object.assign(Object.create(sara) as TestPerson, { token: 'forged' });
    await expect(listen(nobody)).rejects.toThrow('answered 401');
  });

  it('follow the order of commits, so that listeners miss no change of a long transaction', async () => {
    const { db, events } = place.server.services;
    const ear = await listening(place.admin);
    // Concurrent writers: whoever announces first commits first.
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        db.transaction(async (tx) => {
          await tx.query('select pg_sleep($1)', [n % 2 ? 0.02 : 0]);
          await events.announce(tx, 'notification', {}, { text: String(n) });
          await tx.query('select pg_sleep($1)', [n % 2 ? 0 : 0.02]);
        }),
      ),
    );
    const texts = (await ear.until('notification', 8)).map(({ text }) => text);
    expect(texts.sort()).toEqual(Array.from({ length: 8 }, (_, n) => String(n)));
    expect(ear.received.map((each) => Number(each.id))).toEqual(
      ear.received.map((each) => Number(each.id)).sort((a, b) => a - b),
    );
  });

  it("of a session's location reach the other sessions as sent", async () => {
    const ear = await listening(place.admin);
    await makeObject(sara, id, { location: ROME });
    const [event] = await ear.until('geometries');
    expect(event!.changed[0]!.location).toEqual(ROME);
  });
});
