import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '#core/kernel';
import type { LoginResult, Me, Problem, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { administratorLoginToken } from '../../shared/auth/first-start.ts';
import { signingKey } from '../../shared/auth/signing-key.ts';

describe.each(engines)('signing in on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
  });
  afterAll(() => server.close());

  const problemOf = (answer: { status: number; body: Problem }) => [answer.status, answer.body.detail];
  const me = (jwt: string) => server.send<Problem>('GET', '/me', undefined, { jwt });

  it('returns one token per organization, each valid for its own', async () => {
    const second = await server.organization(admin, 'Second');
    const person = await server.person(admin, 'Ada', [], {
      organizationIds: [second.id, (await meOf(admin)).organizationId],
    });
    expect(person.login.tokens.map((token) => token.organizationName)).toEqual(['Groma', 'Second']);
    const there = await server.send<Me>('GET', '/me', undefined, { jwt: person.login.tokens[1]!.token });
    expect(there.body).toMatchObject({ organizationName: 'Second', name: 'Ada', authorizations: [] });
  });

  it('tells who is blocked from every object type, also when a new type is made', async () => {
    const home = await server.organization(admin, 'Every type');
    const person = await server.person(admin, 'Blocked', [], {
      organizationIds: [home.id],
      blockedLayers: ['tree', 'well', 'map-3d'],
    });
    const isBlocked = async (): Promise<unknown> => (await meOf(person)).everyTypeBlocked;
    const make = (name: string, projectIds: string[] = []) =>
      server.db.query(
        `insert into object_types (organization_id, name, title, geometry_type, fields, style, project_ids)
         values ($1, $2, '{}', 'Point', '[]', '{}', $3)`,
        [home.id, name, projectIds],
      );
    // There are no types yet: nothing is hidden.
    expect(await isBlocked()).toBe(false);
    await make('tree');
    expect(await isBlocked()).toBe(true);
    await make('well');
    // Of a project they do not belong to.
    await make('house', [newUuid()]);
    expect(await isBlocked()).toBe(true);
    await make('path');
    expect(await isBlocked()).toBe(false);
    expect((await meOf(admin)).everyTypeBlocked).toBe(false);
  });

  it('has one key per person for what their browser keeps', async () => {
    const person = await server.person(admin, 'Kept', []);
    const keyOf = async (one: TestPerson): Promise<string> =>
      must(await one.send<{ key: string }>('GET', '/users/me/device-key'), 200).key;
    const key = await keyOf(person);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(await keyOf(person)).toBe(key);
    expect(await keyOf(admin)).not.toBe(key);
    const program = { name: 'QGIS', days: 1 };
    const { token } = must(await person.send<{ token: string }>('POST', '/users/me/tokens', program), 201);
    const answer = await server.send('GET', '/users/me/device-key', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(answer.status).toBe(403);
  });

  it('keeps its signing key, so that tokens survive a restart and are valid on several servers', async () => {
    const again = await signingKey(server.db, server.services.config.data);
    expect(Buffer.from(again)).toEqual(Buffer.from(server.services.signing.key));
    expect(again).toHaveLength(32);
  });

  it('accepts the token as bearer token, too', async () => {
    const answer = await server.send('GET', '/me', undefined, { authorization: `Bearer ${admin.token}` });
    expect(answer.status).toBe(200);
  });

  it('refuses a missing, forged, unsigned or foreign token with 401, an expired one with 406', async () => {
    expect(problemOf(await server.send<Problem>('GET', '/me'))[0]).toBe(401);
    const [head, claims, signature] = admin.token.split('.') as [string, string, string];
    const raised = encode({ ...decode(claims), userId: '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11' });
    expect((await me(`${head}.${raised}.${signature}`)).status).toBe(401);
    expect((await me(`${encode({ alg: 'none' })}.${claims}.`)).status).toBe(401);
    expect((await me(sign('another key of 32 bytes, not ours', { ...decode(claims) }))).status).toBe(401);
    expect((await me('x'.repeat(5000))).status).toBe(401);
    const now = Math.floor(Date.now() / 1000);
    const key = Buffer.from(server.services.signing.key);
    expect((await me(sign(key, { ...decode(claims), exp: now + 60 }))).status).toBe(200);
    expect((await me(sign(key, { ...decode(claims), exp: now - 1 }))).status).toBe(406);
    // A token both forged and expired does not reveal its age.
    expect(
      (await me(sign('another key of 32 bytes, not ours', { ...decode(claims), exp: now - 1 }))).status,
    ).toBe(401);
    expect((await me(sign(key, { ...decode(claims), exp: undefined }))).status).toBe(401);
    expect((await me(sign(key, { ...decode(claims), sessionId: `' or 1=1 --` }))).status).toBe(401);
  });

  it('refuses a token for an organization the person is not a member of', async () => {
    const key = Buffer.from(server.services.signing.key);
    const other = await server.organization(admin, 'Elsewhere');
    const person = await server.person(admin, 'Bob', []);
    const claims = { ...decode(person.token.split('.')[1]!), organizationId: other.id };
    expect((await me(sign(key, claims))).status).toBe(401);
  });

  it("answers the same for an unknown address as for a wrong password, in the person's language", async () => {
    const italian = { 'accept-language': 'it' };
    const wrong = await server.send<Problem>(
      'POST',
      '/login',
      { email: 'admin@test.example', password: 'no' },
      italian,
    );
    const unknown = await server.send<Problem>(
      'POST',
      '/login',
      { email: 'nobody@test.example', password: 'no' },
      italian,
    );
    expect(wrong.body).toEqual(unknown.body);
    expect(problemOf(wrong)).toEqual([401, 'L’indirizzo e-mail o la password non è corretto.']);
  });

  it('rotates refresh tokens; a repeat by the same client within seconds counts as a retry', async () => {
    const person = await server.person(admin, 'Cleo', []);
    const first = must(await refresh(person.login.refreshToken), 200);
    expect(first.refreshToken).not.toBe(person.login.refreshToken);
    // The response was lost, or another tab refreshed at the same moment.
    const retried = must(await refresh(person.login.refreshToken), 200);
    expect((await me(retried.tokens[0]!.token)).status).toBe(200);
    must(await refresh(retried.refreshToken), 200);
  });

  it('ends a session 90 days after the sign-in, however often it was refreshed', async () => {
    const person = await server.person(admin, 'Nina', []);
    const started = (days: number) =>
      server.db.query(
        'update sessions set created_at = now() - make_interval(days => $2) where user_id = $1 and ended_at is null',
        [person.id, days],
      );
    await started(89);
    const { refreshToken } = must(await refresh(person.login.refreshToken), 200);
    await started(91);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('lets any number of tabs refresh at the same moment', async () => {
    const person = await server.person(admin, 'Tabs', []);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(person.login.refreshToken)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('ends the session when a refresh token is used by another client, or again after its successor', async () => {
    const stolen = await server.person(admin, 'Dora', []);
    must(await refresh(stolen.login.refreshToken), 200);
    const thief = await refresh(stolen.login.refreshToken, 'another browser');
    expect(thief.status).toBe(401);
    expect((await me(stolen.token)).status).toBe(401);

    const replayed = await server.person(admin, 'Emil', []);
    const second = must(await refresh(replayed.login.refreshToken), 200);
    const third = must(await refresh(second.refreshToken), 200);
    expect((await refresh(replayed.login.refreshToken)).status).toBe(401);
    expect((await refresh(third.refreshToken)).status).toBe(401);
  });

  it('ends the session and its tokens on sign-out', async () => {
    const person = await server.person(admin, 'Finn', []);
    must(await person.send('POST', '/logout'), 204);
    expect((await me(person.token)).status).toBe(401);
    expect((await refresh(person.login.refreshToken)).status).toBe(401);
  });

  it('accepts the printed link once', async () => {
    const loginToken = (await administratorLoginToken(server.db, server.services.config))!;
    const answers = await Promise.all([useLink(loginToken), useLink(loginToken)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    const newer = (await administratorLoginToken(server.db, server.services.config))!;
    await administratorLoginToken(server.db, server.services.config);
    expect((await useLink(newer)).status).toBe(401);
  });

  it('changes a password only with the current one, and ends the other sessions and the personal access tokens', async () => {
    const person = await server.person(admin, 'Gwen', []);
    const other = await server.signIn('gwen@test.example', `Gwen's own password`);
    const next = 'a much better password';
    expect((await person.send('POST', '/password', { current: 'guessed', next })).status).toBe(403);
    const program = { name: 'program', days: 1 };
    const { token } = must(await person.send<{ token: string }>('POST', '/users/me/tokens', program), 201);
    must(await person.send('POST', '/password', { current: `Gwen's own password`, next }), 204);
    expect((await server.send('GET', '/me', undefined, { jwt: token })).status).toBe(401);
    expect((await me(other.token)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    await server.signIn('gwen@test.example', next);
  });

  it('limits a person to ten attempts, also in parallel, and says how long to wait', async () => {
    await server.person(admin, 'Hugo', []);
    const guess = () =>
      server.send<Problem>('POST', '/login', { email: 'HUGO@test.example', password: 'guess' });
    const guesses = await Promise.all(Array.from({ length: 14 }, guess));
    expect(guesses.filter((answer) => answer.status === 401)).toHaveLength(10);
    const refused = guesses.find((answer) => answer.status === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
    expect(refused.body.detail).toMatch(/Wait 5 min/);
    // Other people can still sign in.
    await server.admin();
  });

  it('ends the sessions of a deactivated person', async () => {
    const person = await server.person(admin, 'Ines', []);
    const user = must(await admin.send<User>('GET', `/users/${person.id}`), 200);
    must(
      await admin.send('PUT', `/users/${person.id}`, { active: false }, { 'if-match': `"${user.version}"` }),
      200,
    );
    expect((await me(person.token)).status).toBe(401);
    const again = { email: 'ines@test.example', password: `Ines's own password` };
    expect((await server.send('POST', '/login', again)).status).toBe(401);
  });

  function refresh(refreshToken: string, agent = 'one browser') {
    return server.send<LoginResult>('POST', '/refreshtoken', { refreshToken }, { 'user-agent': agent });
  }
  function useLink(loginToken: string) {
    return server.send<LoginResult>('POST', '/sso/login-sso', { loginToken });
  }
});

async function meOf(person: TestPerson): Promise<Me> {
  return must(await person.send<Me>('GET', '/me'), 200);
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}
function sign(key: string | Buffer, claims: object): string {
  const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
