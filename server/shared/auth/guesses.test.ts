import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginResult } from '#core/protocol';
import { buildApp } from '../../app/app.ts';
import { RESOURCES } from '../../app/resources.ts';
import { openPostgresql } from '../../platform/db/postgresql/postgresql.ts';
import { HttpError } from '../../base/http-error.ts';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { countGuess, type Guess } from './guesses.ts';

describe.each(engines)('limits of password guesses on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
  });
  beforeEach(() => server.db.query('delete from guesses'));
  afterAll(() => server.close());

  const guess = (address: string, account?: string, kind: Guess['kind'] = 'password') =>
    countGuess(server.db, { kind, address, account });
  /** How many of the attempts are allowed, and the last refusal. */
  async function through(times: number, each: (i: number) => Promise<unknown>) {
    const results = await Promise.allSettled(Array.from({ length: times }, (_, i) => each(i)));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    for (const reason of refused) expect(reason).toBeInstanceOf(HttpError);
    return times - refused.length;
  }

  it('allow ten for one account from one address within five minutes, in any spelling', async () => {
    const spellings = ['ada@test.example', 'ADA@test.example ', 'Ada@Test.Example'];
    expect(await through(14, (i) => guess('192.0.2.1', spellings[i % 3]))).toBe(10);
    expect(await through(1, () => guess('192.0.2.2', 'ada@test.example'))).toBe(1);
    await server.db.query(
      `update guesses set times = array(select t - interval '5 minutes' from unnest(times) t)`,
    );
    expect(await through(14, () => guess('192.0.2.1', 'ada@test.example'))).toBe(10);
  });

  it('allow a hundred from one address, and its IPv6 network of 2^64 is one address', async () => {
    expect(await through(120, (i) => guess('192.0.2.3', `person${i}@test.example`))).toBe(100);
    expect(await through(120, (i) => guess(`2001:db8:1:2::${i}`, `person${i}@test.example`))).toBe(100);
    expect(await through(1, () => guess('2001:db8:1:3::1', 'person0@test.example'))).toBe(1);
  });

  it('allow a hundred for one account, from any number of addresses', async () => {
    expect(await through(120, (i) => guess(`198.51.100.${i}`, 'eve@test.example'))).toBe(100);
  });

  it('are reset by a successful sign-in', async () => {
    for (let round = 0; round < 4; round++) {
      expect(await through(9, () => guess('192.0.2.4', 'ada@test.example'))).toBe(9);
      await (
        await guess('192.0.2.4', 'ada@test.example')
      )();
    }
    // 4 × 9 failures still count for the address: 64 more are allowed.
    expect(await through(80, (i) => guess('192.0.2.4', `person${i}@test.example`))).toBe(64);
  });

  it('apply once for all servers of one database, and a refresh token is used once among them', async () => {
    const db = server.services.config.databaseUrl
      ? await openPostgresql(server.services.config.databaseUrl)
      : server.db;
    const app = await buildApp({ services: { ...server.services, db }, routes: RESOURCES });
    const person = await server.person(admin, 'Hugo', []);
    const other = (path: string, body: object, agent = 'one browser') =>
      app.inject({ method: 'POST', url: `/api${path}`, payload: body, headers: { 'user-agent': agent } });
    const wrong = { email: 'hugo@test.example', password: 'guessed' };
    const answers = await Promise.all(
      Array.from({ length: 14 }, async (_, i) =>
        i % 2
          ? (await other('/login', wrong)).statusCode
          : (await server.send('POST', '/login', wrong)).status,
      ),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(4);

    const { refreshToken } = person.login;
    const here = await server.send<LoginResult>(
      'POST',
      '/refreshtoken',
      { refreshToken },
      { 'user-agent': 'one' },
    );
    must(here, 200);
    // A thief at another address and server: the whole session ends, at both servers.
    expect((await other('/refreshtoken', { refreshToken }, 'another')).statusCode).toBe(401);
    const next = { refreshToken: here.body.refreshToken };
    expect((await server.send('POST', '/refreshtoken', next, { 'user-agent': 'one' })).status).toBe(401);
    expect((await server.send('GET', '/me', undefined, { jwt: person.token })).status).toBe(401);
    await app.close();
    if (db !== server.db) await db.close();
  });
});
