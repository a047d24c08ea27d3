import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Me, PersonalToken, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('personal access tokens on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let ada: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
    ada = await server.person(admin, 'Ada', ['geometries.read']);
  });
  afterAll(() => server.close());

  const make = async (by: TestPerson, name = 'QGIS', days = 30) =>
    must(await by.send<PersonalToken & { token: string }>('POST', '/users/me/tokens', { name, days }), 201);
  const list = async (by: TestPerson) => must(await by.send<PersonalToken[]>('GET', '/users/me/tokens'), 200);
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });
  const me = (headers: Record<string, string>) => server.send<Me & Problem>('GET', '/me', undefined, headers);

  it('are accepted by every call as Bearer, as header jwt and as the password of HTTP Basic with any user name', async () => {
    const { token } = await make(ada);
    const roads = [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { jwt: token },
      basic('ada@test.example', token),
      basic('', token),
      basic('anything at all', token),
    ];
    for (const road of roads) expect((await me(road)).body).toMatchObject({ userId: ada.id, name: 'Ada' });
  });

  it('are shown once; afterwards only name, organization, expiry and last use', async () => {
    const made = await make(ada, 'Field tablet', 7);
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * 86_400_000);
    const before = (await list(ada)).find(({ id }) => id === made.id)!;
    expect(before).toEqual({
      id: made.id,
      name: 'Field tablet',
      organizationName: 'Groma',
      readOnly: false,
      createdAt: made.createdAt,
      expiresAt: made.expiresAt,
      lastUsedAt: null,
    });
    await me({ jwt: made.token });
    const after = (await list(ada)).find(({ id }) => id === made.id)!;
    expect(Date.parse(after.lastUsedAt!)).toBeGreaterThanOrEqual(Date.parse(made.createdAt));
    const stored = await server.db.query('select row_to_json(t)::text as row from personal_tokens t');
    expect(JSON.stringify(stored)).not.toContain(made.token);
  });

  it("grant their owner's current rights, and nothing once the owner is deactivated", async () => {
    const bob = await server.person(admin, 'Bob', ['admin.users']);
    const { token } = await make(bob);
    const users = () => server.send('GET', '/users', undefined, { jwt: token });
    expect((await users()).status).toBe(200);
    await server.db.query(
      `update roles set authorizations = '{}' where role_id = (select role_id from memberships where user_id = $1)`,
      [bob.id],
    );
    expect((await users()).status).toBe(403);
    await server.db.query('update users set active = false where id = $1', [bob.id]);
    expect((await users()).status).toBe(401);
  });

  it('that only read are refused every change, by the API and by WFS', async () => {
    const eve = await server.person(admin, 'Eve', ['*']);
    const body = { name: 'Viewer', days: 7, readOnly: true };
    const made = must(
      await eve.send<PersonalToken & { token: string }>('POST', '/users/me/tokens', body),
      201,
    );
    expect(made.readOnly).toBe(true);
    const other = { name: 'Viewer', days: 7, scope: 'read' };
    const refused = await eve.send<Problem>('POST', '/users/me/tokens', other);
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('scope')]);
    const ask = (method: 'GET' | 'POST', path: string, sent?: unknown) =>
      server.send<Problem>(method, path, sent, { jwt: made.token });
    expect((await ask('GET', '/projects')).status).toBe(200);
    for (const path of ['/geometries', '/projects', '/attributes'])
      expect([path, (await ask('POST', path, {})).body.detail]).toEqual([
        path,
        expect.stringContaining('only reads'),
      ]);
    const transaction = '<Transaction version="2.0.0" service="WFS"><Insert/></Transaction>';
    const answer = await server.app.inject({
      method: 'POST',
      url: '/wfs',
      payload: transaction,
      headers: { jwt: made.token, 'content-type': 'text/xml' },
    });
    expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('only reads')]);
  });

  it('end on revocation, on expiry, and with the membership of their organization', async () => {
    const [revoked, expired, other] = [await make(ada, 'a'), await make(ada, 'b'), await make(ada, 'c')];
    must(await ada.send('DELETE', `/users/me/tokens/${revoked.id}`), 204);
    expect((await me({ jwt: revoked.token })).body.detail).toMatch(/unknown or was revoked/);
    await server.db.query('update personal_tokens set expires_at = now() where id = $1', [expired.id]);
    const late = await me({ jwt: expired.token });
    expect([late.status, late.body.detail]).toEqual([
      401,
      'This personal access token has expired. Create a new one in the preferences.',
    ]);
    const [left] = await server.db.query<Record<string, string>>(
      'delete from memberships where user_id = $1 returning *',
      [ada.id],
    );
    expect((await me({ jwt: other.token })).status).toBe(401);
    await server.db.query('insert into memberships (user_id, organization_id, role_id) values ($1, $2, $3)', [
      ada.id,
      left!['organization_id'],
      left!['role_id'],
    ]);
  });

  it('belong to one person: nobody else sees or revokes them', async () => {
    const mine = await make(ada, 'mine');
    expect((await list(admin)).map(({ id }) => id)).not.toContain(mine.id);
    expect((await admin.send('DELETE', `/users/me/tokens/${mine.id}`)).status).toBe(404);
    expect((await me({ jwt: mine.token })).status).toBe(200);
  });

  it('cannot create or revoke tokens, change the password or sign out', async () => {
    const { id, token } = await make(ada, 'limited');
    const send = async (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
      (await server.send<Problem>(method, path, body, { jwt: token })).status;
    expect(await send('POST', '/users/me/tokens', { name: 'more', days: 1 })).toBe(403);
    expect(await send('DELETE', `/users/me/tokens/${id}`)).toBe(403);
    const change = { current: `Ada's own password`, next: 'another long password' };
    expect(await send('POST', '/password', change)).toBe(403);
    expect(await send('POST', '/logout')).toBe(403);
  });

  it('are suggested where a password comes by HTTP Basic, and invalid ones are refused', async () => {
    const password = await me({
      ...basic('ada@test.example', `Ada's own password`),
      'accept-language': 'it',
    });
    expect([password.status, password.body.detail]).toEqual([
      401,
      'HTTP Basic richiede come password un token di accesso personale, non la tua password. Creane uno nelle preferenze.',
    ]);
    for (const authorization of [
      'Basic !!!',
      'Basic',
      'Basic Z3JvbWFf',
      'Digest x',
      'Bearer groma_',
      'Bearer',
    ])
      expect((await me({ authorization })).status, authorization).toBe(401);
  });

  it('have a name, expire within a year, and are limited to fifty', async () => {
    const wrong = [{ name: '', days: 1 }, { name: 'x', days: 0 }, { name: 'x', days: 367 }, { name: 'x' }];
    for (const body of wrong)
      expect((await ada.send('POST', '/users/me/tokens', body)).status, JSON.stringify(body)).toBe(400);
    const carl = await server.person(admin, 'Carl', []);
    await Promise.all(Array.from({ length: 50 }, (_, i) => make(carl, `token ${i}`)));
    const more = await carl.send<Problem>('POST', '/users/me/tokens', { name: 'one more', days: 1 });
    expect([more.status, more.body.detail]).toEqual([
      422,
      'You already have 50 personal access tokens. Revoke one that you no longer use.',
    ]);
  });
});
