import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResult, Me, Problem } from '#core/protocol';
import { serve, type ReceivedRequest, type HttpServer, type Reply } from '../../../../tests/http-server.ts';
import { administratorLoginToken } from '../../../shared/auth/first-start.ts';
import { engines } from '../../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../../testing/server.ts';
import { readSignOn } from '../../../base/config/sign-on.ts';

describe.each(engines)('the external sign-on service on the %s engine', (engine) => {
  let service: HttpServer;
  let server: TestServer;
  let admin: TestPerson;
  let broken: Reply | undefined;
  /** Login tokens the service has issued, and for whom. */
  let made: Map<string, string>;
  const PEOPLE: Record<string, { userId: number; password: string; email?: string }> = {
    'ada@test.example': { userId: 7, password: 'known there' },
    ada: { userId: 7, password: 'known there', email: 'ada@test.example' },
    'stranger@test.example': { userId: 8, password: 'known there' },
  };
  const EMAILS: Record<number, string> = { 7: 'ada@test.example', 8: 'stranger@test.example' };

  function answer({ path, body }: ReceivedRequest): Reply {
    if (broken) return broken;
    const output = JSON.parse(body) as Record<string, never>;
    if (path === '/base/auth') {
      const person = PEOPLE[output['email']!];
      if (person?.password !== output['password']) return { status: 401, json: { error: 'no' } };
      return { json: { userId: person!.userId, email: person!.email } };
    }
    if (path === '/base/auth/send-token') {
      const token = `service-token-${made.size + 1}`;
      made.set(token, EMAILS[output['userId']!]!);
      return { json: { url: `https://groma.test.example/auth/${token}?from=${output['serviceId']}` } };
    }
    const email = made.get(output['token']!);
    return email && output['serviceId'] === 'survey' ? { json: { email } } : { status: 404, json: {} };
  }

  beforeAll(async () => {
    made = new Map();
    service = await serve(answer);
    server = await startTestServer({
      engine,
      config: { signOn: readSignOn(`${service.url}/base/`, 'survey') },
    });
    admin = await server.admin();
    await server.person(admin, 'Ada', []);
  });
  beforeEach(() => {
    broken = undefined;
    service.requests.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });

  const signOn = (email: string, password = 'known there') =>
    server.send<{ loginToken: string } & Problem>('POST', '/sso/auth', { email, password });
  const enter = (loginToken: string) =>
    server.send<LoginResult & Problem>('POST', '/sso/login-sso', { loginToken });
  const nameOf = async ({ body }: { body: LoginResult }) => {
    const jwt = body.tokens[0]!.token;
    return must(await server.send<Me>('GET', '/me', undefined, { jwt }), 200).name;
  };

  it('authenticates the person and issues a token, which signs in once', async () => {
    const { loginToken } = must(await signOn('ada@test.example'), 200);
    expect(service.requests.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['POST', '/base/auth', { email: 'ada@test.example', password: 'known there' }],
      ['POST', '/base/auth/send-token', { serviceId: 'survey', userId: 7 }],
    ]);
    expect(loginToken).toBe('service-token-1');
    expect(await nameOf(await enter(loginToken))).toBe('Ada');
    // Known and used here: the service, which would accept it, is not called.
    service.requests.length = 0;
    expect((await enter(loginToken)).status).toBe(401);
    expect(service.requests).toEqual([]);
  });

  it('returns the e-mail address of a person who signs in there with another name', async () => {
    expect(await nameOf(await enter(must(await signOn('ada'), 200).loginToken))).toBe('Ada');
  });

  it('accepts links that the service sent itself, once each', async () => {
    made.set('sent-by-the-service', 'ada@test.example');
    const answers = await Promise.all([enter('sent-by-the-service'), enter('sent-by-the-service')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await enter('sent-by-the-service')).status).toBe(401);
    expect((await enter('made-up')).status).toBe(401);
  });

  it('does not send our own printed link to the service', async () => {
    const token = (await administratorLoginToken(server.db, server.services.config))!;
    expect((await enter(token)).status).toBe(200);
    expect((await enter(token)).status).toBe(401);
    expect(service.requests).toEqual([]);
  });

  it('refuses a wrong password as usual, and rejects people without an account here', async () => {
    const wrong = await signOn('ada@test.example', 'guessed');
    expect([wrong.status, wrong.body.detail]).toEqual([
      401,
      'The e-mail address or the password is incorrect.',
    ]);
    const stranger = await signOn('stranger@test.example');
    expect([stranger.status, stranger.body.detail]).toEqual([
      403,
      'The sign-on service recognized stranger@test.example, but there is no account with this address here. Ask an administrator to create one.',
    ]);
    made.set('for-a-stranger', 'stranger@test.example');
    expect((await enter('for-a-stranger')).status).toBe(403);
  });

  it('is not trusted when it answers invalid data, redirects elsewhere or does not answer', async () => {
    const host = new URL(service.url).host;
    const sentence = `The sign-on service at ${host} sent an invalid response. Try again later, or contact the administrator.`;
    const nonsense: Reply[] = [
      { body: 'hello' },
      { json: { userId: null } },
      { json: [] },
      { status: 500, json: { userId: 7 } },
    ];
    for (const reply of nonsense) {
      broken = reply;
      const refused = await signOn('ada@test.example');
      expect([refused.status, refused.body.detail], JSON.stringify(reply)).toEqual([502, sentence]);
    }
    broken = { status: 302, headers: { location: 'http://127.0.0.1:1/' } };
    expect((await signOn('ada@test.example')).status).toBe(502);
    broken = { json: { userId: 7, email: 'ada@test.example', url: 'https://x/' } };
    expect((await signOn('ada@test.example')).status).toBe(502);
  });

  it('is rate limited like every password attempt', async () => {
    await server.db.query('delete from guesses');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signOn('ada@test.example', 'guessed')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(service.requests).toHaveLength(10);
  });

  it('does not exist where none is configured', async () => {
    const before = server.services.config.signOn;
    server.services.config.signOn = undefined;
    const answer = await signOn('ada@test.example');
    expect([answer.status, answer.body.detail]).toEqual([
      404,
      'No sign-on service is configured. Sign in with e-mail address and password.',
    ]);
    expect((await enter('anything')).status).toBe(401);
    server.services.config.signOn = before;
  });
});

describe('the setting GROMA_SSO_URL', () => {
  it('is refused with a message when it is not a URL', () => {
    expect(() => readSignOn('sso.example.org', undefined)).toThrow(
      /GROMA_SSO_URL=sso\.example\.org cannot be used/,
    );
    expect(readSignOn('https://sso.example.org/', undefined)).toEqual({
      url: 'https://sso.example.org',
      serviceId: 'groma',
    });
  });
});
