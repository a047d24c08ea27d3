import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { openMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('a forgotten password on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
    const config = { smtp: mailbox.url, publicUrl: 'https://groma.test.example' };
    server = await startTestServer({ engine, config });
    admin = await server.admin();
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  const ask = (email: string, headers: Record<string, string> = {}) =>
    server.send<Problem>('POST', '/passwordrecovery/sendtoken', { email }, headers);
  const save = (token: string, password: string) =>
    server.send<Problem>('POST', '/passwordrecovery/savechange', { token, password });
  async function tokenSentTo(email: string, headers?: Record<string, string>): Promise<string> {
    must(await ask(email, headers), 204);
    const { text } = await mailbox.next(email);
    const [, token] = /https:\/\/groma\.test\.example\/password-recovery#(\S+)/.exec(text!)!;
    return token!;
  }
  const me = async (jwt: string) => (await server.send('GET', '/me', undefined, { jwt })).status;

  it('is replaced through a link, once, and every session of the person ends', async () => {
    const person = await server.person(admin, 'Ada', []);
    const token = await tokenSentTo('ada@test.example');
    must(await save(token, 'a new and longer one'), 204);
    expect(await me(person.token)).toBe(401);
    const { refreshToken } = person.login;
    expect((await server.send('POST', '/refreshtoken', { refreshToken })).status).toBe(401);
    expect(
      (await server.send('POST', '/login', { email: 'ada@test.example', password: `Ada's own password` }))
        .status,
    ).toBe(401);
    await server.signIn('ada@test.example', 'a new and longer one');
    const again = await save(token, 'and yet another one');
    expect([again.status, again.body.detail]).toEqual([
      401,
      'This link was already used or has expired. Request a new one.',
    ]);
  });

  it('is refused where it is common or the own name, wherever one is set, and the link stays valid', async () => {
    const person = await server.person(admin, 'Ottavia', ['admin.users']);
    const token = await tokenSentTo('ottavia@test.example');
    const current = `Ottavia's own password`;
    const user = must(await admin.send<User>('GET', `/users/${person.id}`), 200);
    const tag = { 'if-match': `"${user.version}"` };
    const { email, roleId } = user;
    const ways: ((password: string) => Promise<{ status: number; body: Problem }>)[] = [
      (password) => save(token, password),
      (next) => person.send('POST', '/password', { current, next }),
      (password) => admin.send('PUT', `/users/${user.id}`, { password }, tag),
      (password) => person.send('PUT', `/users/${user.id}`, { password, currentPassword: current }, tag),
      (password) => admin.send('POST', '/users', { email: `x${email}`, name: 'Ottavia', roleId, password }),
    ];
    for (const set of ways) {
      const common = await set('Password2026!');
      expect([common.status, common.body.detail]).toEqual([
        422,
        expect.stringContaining('one of those that are guessed first') as unknown,
      ]);
      const own = await set('Ottavia2026!');
      expect([own.status, own.body.type]).toEqual([422, 'urn:groma:problem:auth.password-own']);
    }
    await server.signIn(email, current);
    must(await save(token, 'seven rivers meet'), 204);
  });

  it('answers the same whether or not the address exists, and writes only to existing people', async () => {
    await server.person(admin, 'Bea', []);
    const sent = mailbox.received.length;
    const nobody = await ask('nobody@test.example');
    const somebody = await ask('BEA@test.example');
    expect([somebody.status, somebody.body]).toEqual([nobody.status, nobody.body]);
    expect(nobody.status).toBe(204);
    await mailbox.next('bea@test.example');
    expect(mailbox.received.slice(sent).flatMap(({ to }) => to!.map(({ address }) => address))).toEqual([
      'bea@test.example',
    ]);
  });

  it("uses the person's language", async () => {
    await server.person(admin, 'Caio', []);
    must(await ask('caio@test.example', { 'accept-language': 'it' }), 204);
    const mail = await mailbox.next('caio@test.example');
    expect(mail.subject).toBe('Una nuova password per Groma');
    expect(mail.text).toContain('Impostala qui entro 60 minuti');
  });

  it('stores neither the link nor the e-mail in the database', async () => {
    await server.person(admin, 'Dora', []);
    const token = await tokenSentTo('dora@test.example');
    await expect
      .poll(() =>
        server.db.query(`select 1 from mails where recipient = 'dora@test.example' and state = 'waiting'`),
      )
      .toEqual([]);
    const rows = await server.db.query('select row_to_json(t)::text as row from recovery_tokens t');
    const mails = await server.db.query('select row_to_json(m)::text as row from mails m');
    expect(JSON.stringify([rows, mails])).not.toContain(token);
  });

  it('accepts only the newest link, within an hour, for active people, with a valid password', async () => {
    const person = await server.person(admin, 'Emil', []);
    const older = await tokenSentTo('emil@test.example');
    const newer = await tokenSentTo('emil@test.example');
    expect((await save(older, 'long enough, really')).status).toBe(401);
    expect((await save(newer, 'too short')).status).toBe(400);
    await server.db.query(`update users set active = false where id = $1`, [person.id]);
    expect((await save(newer, 'long enough, really')).status).toBe(401);
    await server.db.query(`update users set active = true where id = $1`, [person.id]);
    await server.db.query(
      `update recovery_tokens set expires_at = expires_at - interval '60 minutes' where user_id = $1`,
      [person.id],
    );
    expect((await save(newer, 'long enough, really')).status).toBe(401);
    expect(await me(person.token)).toBe(200);
  });

  it('cannot flood a person with e-mail: at most three within five minutes', async () => {
    await server.person(admin, 'Finn', []);
    for (const email of ['finn@test.example', 'unknown@test.example']) {
      const answers = [];
      for (let i = 0; i < 4; i++) answers.push((await ask(email)).status);
      expect(answers).toEqual([204, 204, 204, 429]);
    }
  });
});
