import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_WAITING_DELIVERIES,
  type Problem,
  type Project,
  type Webhook,
  type WebhookDelivery,
} from '#core/protocol';
import { serve, type HttpServer, type Reply } from '../../../tests/http-server.ts';
import { hostOf } from '../../platform/outgoing/fetch.ts';
import { sealOldSecrets, sealSecret } from '../../platform/webhooks/secrets.ts';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { makeObject } from '../../testing/workplace.ts';

type Made = Webhook & { secret: string };

describe.each(engines)('webhooks on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let project: Project;
  let remote: HttpServer;
  let status = 200;

  beforeAll(async () => {
    remote = await serve((): Reply => ({ status, body: 'taken' }));
    const pluginHosts = [hostOf(remote.url)];
    server = await startTestServer({ engine, config: { pluginHosts } });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'geometries.write']);
    project = await server.project(admin, 'Told', [surveyor]);
    must(await admin.send('POST', '/attributes', { name: 'parcel' }), 201);
  });
  afterAll(async () => {
    await server.close();
    await remote.close();
  });

  const create = async (events: string[] = ['geometries']) =>
    must(await admin.send<Made>('POST', '/webhooks', { address: `${remote.url}/hook`, events }), 201);
  const remove = async ({ id }: Webhook) => {
    const [now] = must(await admin.send<Webhook[]>('GET', '/webhooks'), 200).filter((each) => each.id === id);
    must(await admin.send('DELETE', `/webhooks/${id}`, undefined, { 'if-match': `"${now!.version}"` }), 204);
  };
  const delivered = async ({ id }: Webhook) =>
    must(await admin.send<WebhookDelivery[]>('GET', `/webhooks/${id}/deliveries`), 200);
  const states = async (hook: Webhook) =>
    (await delivered(hook)).map(({ event, state }) => `${event} ${state}`);

  it('say which objects were changed, signed with the secret that was shown once', async () => {
    const hook = await create();
    const { body: listed } = await admin.send<Webhook[]>('GET', '/webhooks');
    expect(JSON.stringify(listed)).not.toContain(hook.secret);
    const before = remote.requests.length;
    const { id } = await makeObject(surveyor, project.id, { properties: { name: 'secret note' } });
    await expect.poll(() => states(hook)).toEqual(['geometries delivered']);
    const request = remote.requests[before]!;
    const body = String(request.body);
    expect(JSON.parse(body)).toMatchObject({
      event: 'geometries',
      projectId: project.id,
      changed: [{ id, typeName: expect.any(String), version: 1 }],
    });
    expect(body).not.toContain('secret note');
    const signed = `${String(request.headers['groma-timestamp'])}.${body}`;
    const hmac = createHmac('sha256', hook.secret).update(signed).digest('hex');
    expect(request.headers['groma-signature']).toBe(`sha256=${hmac}`);
    expect(request.headers.cookie).toBeUndefined();
    // The database has it only sealed.
    const kept = await server.db.query('select secret, sealed_secret from webhooks where id = $1', [hook.id]);
    expect(kept).toEqual([{ secret: null, sealed_secret: expect.any(String) }]);
    expect(JSON.stringify(kept)).not.toContain(hook.secret);
    await remove(hook);
  });

  it('have the secrets of older versions sealed at the start, and say when the key has changed', async () => {
    const hook = await create(['project']);
    await server.db.query(`update webhooks set secret = 'of old', sealed_secret = null where id = $1`, [
      hook.id,
    ]);
    await sealOldSecrets(server.db, server.services.signing.key);
    const signature = async (): Promise<[string, string]> => {
      must(await admin.send('POST', `/webhooks/${hook.id}/test`, {}), 204);
      await expect.poll(async () => (await delivered(hook))[0]?.state).toBe('delivered');
      const { headers, body } = remote.requests.at(-1)!;
      return [String(headers['groma-signature']), `${String(headers['groma-timestamp'])}.${String(body)}`];
    };
    const [signed, text] = await signature();
    expect(signed).toBe(`sha256=${createHmac('sha256', 'of old').update(text).digest('hex')}`);
    expect(await server.db.query('select secret from webhooks where id = $1', [hook.id])).toEqual([
      { secret: null },
    ]);
    const other = await sealSecret(new Uint8Array(32), 'of another key');
    await server.db.query(`update webhooks set sealed_secret = $2 where id = $1`, [hook.id, other]);
    must(await admin.send('POST', `/webhooks/${hook.id}/test`, {}), 204);
    await expect
      .poll(async () => (await delivered(hook))[0]?.error)
      .toMatch(/^The secret of this webhook can no longer be read/);
    await remove(hook);
  });

  it('are tried again until they are taken, and tested', async () => {
    const hook = await create(['project']);
    status = 503;
    must(await admin.send('POST', `/webhooks/${hook.id}/test`, {}), 204);
    await expect.poll(async () => (await delivered(hook))[0]!.status).toBe(503);
    expect((await delivered(hook))[0]).toMatchObject({ event: 'test', state: 'waiting', attempts: 1 });
    status = 200;
    // Half a minute later.
    await server.db.query(`update webhook_deliveries set next_at = now() where webhook_id = $1`, [hook.id]);
    await server.db.query(`select pg_notify('webhooks', '')`);
    await expect.poll(() => states(hook)).toEqual(['test delivered']);
    expect((await delivered(hook))[0]).toMatchObject({ attempts: 2, status: 200 });
    // It does not get the events of objects.
    await makeObject(surveyor, project.id);
    expect(await states(hook)).toEqual(['test delivered']);
    await remove(hook);
  });

  it('are switched off, and have a new secret, which is shown once', async () => {
    const hook = await create();
    const off = must(
      await admin.send<Webhook>('PUT', `/webhooks/${hook.id}`, { enabled: false }, { 'if-match': '"1"' }),
      200,
    );
    expect([off.enabled, off.version]).toEqual([false, 2]);
    expect((await admin.send('PUT', `/webhooks/${hook.id}`, {}, { 'if-match': '"1"' })).status).toBe(412);
    await makeObject(surveyor, project.id);
    expect(await states(hook)).toEqual([]);
    const test = await admin.send<Problem>('POST', `/webhooks/${hook.id}/test`, {});
    expect([test.status, test.body.detail]).toEqual([409, expect.stringContaining('switched off')]);
    const renewed = must(await admin.send<Made>('POST', `/webhooks/${hook.id}/secret`, {}), 200);
    expect(renewed.secret).not.toBe(hook.secret);
    await remove(hook);
  });

  it('let at most 1,000 deliveries wait, and count the oldest, which are dropped', async () => {
    const hook = await create();
    must(await admin.send('PUT', `/webhooks/${hook.id}`, { enabled: false }, { 'if-match': '"1"' }), 200);
    await server.db.query(
      `insert into webhook_deliveries (webhook_id, event, body, created_at)
       select $1::uuid, 'project', n::text, now() + make_interval(secs => n) from generate_series(1, 1003) n`,
      [hook.id],
    );
    await server.db.query(`select pg_notify('webhooks', '')`);
    const now = async () => must(await admin.send<Webhook>('GET', `/webhooks/${hook.id}`), 200);
    await expect.poll(async () => (await now()).dropped).toBe(1003 - MAX_WAITING_DELIVERIES);
    expect((await now()).droppedAt).not.toBeNull();
    const waiting = await server.db.query<{ count: number; first: number }>(
      `select count(*)::int as count, min(body::int) as first from webhook_deliveries where webhook_id = $1`,
      [hook.id],
    );
    expect(waiting).toEqual([{ count: MAX_WAITING_DELIVERIES, first: 4 }]);
    await remove(hook);
  });

  it('never reach what is inside the network, and say so', async () => {
    const made = must(
      await admin.send<Made>('POST', '/webhooks', { address: 'http://127.0.0.1:1/x', events: ['project'] }),
      201,
    );
    must(await admin.send('POST', `/webhooks/${made.id}/test`, {}), 204);
    await expect
      .poll(async () => (await delivered(made))[0]?.error)
      .toContain('127.0.0.1:1 is not on the public internet');
    expect((await delivered(made))[0]!.status).toBeNull();
    await remove(made);
    for (const address of ['file:///etc/passwd', 'https://user:word@example.org/', 'example.org'])
      expect((await admin.send('POST', '/webhooks', { address, events: ['project'] })).status).toBe(422);
  });

  it('are for those who manage plugins, each organization for itself', async () => {
    const hook = await create();
    expect((await surveyor.send('GET', '/webhooks')).status).toBe(403);
    expect((await admin.send('GET', `/webhooks/${crypto.randomUUID()}/deliveries`)).status).toBe(404);
    await remove(hook);
    expect(must(await admin.send<Webhook[]>('GET', '/webhooks'), 200)).toEqual([]);
    expect(
      await server.db.query('select 1 from webhook_deliveries where webhook_id = $1', [hook.id]),
    ).toEqual([]);
  });
});
