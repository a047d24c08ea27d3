import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessRequest, AuditEntry, Notification, Problem, Project, Role, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { openMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { routeRequests } from './routing.ts';

describe.each(engines)('access requests on the %s engine', (engine) => {
  let server: TestServer;
  let mailbox: Mailbox;
  let admin: TestPerson;
  let viewer: Role;
  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startTestServer({
      engine,
      config: { smtp: mailbox.url, publicUrl: 'https://groma.test.example' },
    });
    admin = await server.admin();
    const roles = must(await admin.send<Role[]>('GET', '/roles'), 200);
    viewer = roles.find((role) => role.role_name === 'Viewer')!;
  });
  beforeEach(() => server.db.query('delete from guesses'));
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  const ask = async (name: string, wish: string, headers: Record<string, string> = {}) => {
    const body = { name, email: `${name.toLowerCase()}@field.example`, wish, reason: 'I measure there.' };
    const answer = await server.send<Problem>('POST', '/requests', body, headers);
    // The server does this on its own, and may be processing the newest at this moment.
    await vi.waitFor(async () => {
      await routeRequests(server.services);
      const left = await server.db.query('select id from access_requests where not routed');
      expect(left).toEqual([]);
    });
    return answer;
  };
  const waiting = async (as: TestPerson, query = '?state=pending') =>
    must(await as.send<AccessRequest[]>('GET', `/requests${query}`), 200);
  const find = async (name: string, as = admin) => (await waiting(as, `?search=${name}`))[0]!;
  const accept = (id: string, body: object, as = admin) =>
    as.send<{ userId: string; mailed: boolean } & Problem>('POST', `/requests/${id}/accept`, body);

  it('get the same answer whatever they name, and reach administrators of what they name', async () => {
    const abroad = await server.organization(admin, 'Abroad');
    const clerk = await server.person(admin, 'Clerk', ['admin.users']);
    const foreigner = await server.person(admin, 'Foreigner', ['admin.users'], {
      organizationIds: [abroad.id],
    });
    const project = await server.project(admin, 'Via Appia', []);
    const answers = [
      await ask('Ada', ' via appia'),
      await ask('Bea', 'ABROAD'),
      await ask('Cia', 'Nothing of that name'),
      await ask('Clerk', 'Groma'),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([204, '']);

    const names = async (as: TestPerson) => (await waiting(as)).map(({ name }) => name).sort();
    expect(await names(clerk)).toEqual(['Ada', 'Clerk']);
    expect(await names(foreigner)).toEqual(['Bea']);
    expect(await names(admin)).toEqual(['Ada', 'Cia', 'Clerk']);
    expect((await find('Ada')).project).toEqual({ id: project.id, projectName: 'Via Appia' });
    // The clerk is not a member of that project, and does not learn of it.
    expect((await find('Ada', clerk)).project).toBeNull();
    const messages = must(await clerk.send<Notification[]>('GET', '/notifications'), 200);
    expect(messages.map(({ kind, subject, sender }) => [kind, subject, sender])).toEqual([
      ['access-request', 'Clerk', null],
      ['access-request', 'Ada', null],
    ]);
    expect(must(await foreigner.send<Notification[]>('GET', '/notifications'), 200)).toHaveLength(1);

    const ofAbroad = await find('Bea', foreigner);
    expect((await accept(ofAbroad.id, { roleId: viewer.role_id }, clerk)).status).toBe(404);
    expect((await clerk.send('POST', `/requests/${ofAbroad.id}/refuse`, {})).status).toBe(404);
  });

  it('are stored once, however often they are sent, and within limits', async () => {
    await ask('Dea', 'Groma');
    await ask('Dea', 'groma ');
    expect(await waiting(admin, '?search=Dea')).toHaveLength(1);
    await ask('Dea', 'Other');
    const fourth = await ask('Dea', 'Another');
    expect([fourth.status, Number(fourth.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    // Ten from one address within five minutes: four are used, one of them refused and not counted.
    const more = [];
    for (let n = 0; n < 9; n++) more.push((await ask(`Eva${n}`, 'Groma')).status);
    expect(more).toEqual([204, 204, 204, 204, 204, 204, 204, 429, 429]);
    const bad = { name: 'X', email: 'not an address', wish: 'y', reason: 'z' };
    expect((await server.send('POST', '/requests', bad)).status).toBe(400);
    expect((await server.send('GET', '/requests')).status).toBe(401);
  });

  it('grant a role and a project, by a link that sets the password', async () => {
    const project = await server.project(admin, 'Quarry', []);
    await ask('Gaia', 'Quarry', { 'accept-language': 'it' });
    const requested = await find('Gaia');
    const { userId, mailed } = must(
      await accept(requested.id, { roleId: viewer.role_id, projectIds: [project.id] }),
      200,
    );
    expect(mailed).toBe(true);
    const mail = await mailbox.next('gaia@field.example');
    expect(mail.subject).toBe('Administrator ti ha invitato su Groma');
    const token = /https:\/\/groma\.test\.example\/password-recovery#(\S+)/.exec(mail.text!)![1]!;
    const password = 'measured twice';
    must(await server.send('POST', '/passwordrecovery/savechange', { token, password }), 204);
    const gaia = await server.signIn('gaia@field.example', password);
    expect(gaia.id).toBe(userId);
    const projects = must(await gaia.send<Project[]>('GET', '/projects'), 200);
    expect(projects.map(({ projectName }) => projectName)).toEqual(['Quarry']);
    const user = must(await admin.send<User>('GET', `/users/${userId}`), 200);
    expect([user.roleId, user.language, user.blockedLayers]).toEqual([viewer.role_id, 'it', []]);

    const again = await accept(requested.id, { roleId: viewer.role_id });
    expect([again.status, again.body.detail]).toEqual([
      409,
      'Someone else has already decided on this request.',
    ]);
    expect(await find('Gaia')).toMatchObject({ state: 'accepted', decidedBy: 'Administrator', known: true });
    const trail = must(await admin.send<AuditEntry[]>('GET', '/audit?search=gaia'), 200);
    expect(trail.map(({ kind }) => kind)).toEqual([
      'session.signed-in',
      'password.recovered',
      'request.accepted',
      'user.created',
    ]);
  });

  it('add existing members to the project and keep their role', async () => {
    const hugo = await server.person(admin, 'Hugo', []);
    await server.db.query(`update users set email = 'hugo@field.example' where id = $1`, [hugo.id]);
    const project = await server.project(admin, 'Dam', []);
    await ask('Hugo', 'Dam');
    const requested = await find('Hugo');
    expect(requested.known).toBe(true);
    const answer = must(
      await accept(requested.id, { roleId: viewer.role_id, projectIds: [project.id] }),
      200,
    );
    expect(answer.userId).toBe(hugo.id);
    expect((await mailbox.next('hugo@field.example')).subject).toBe('Your request was accepted');
    expect(must(await hugo.send<Project[]>('GET', '/projects'), 200)).toHaveLength(1);
    const user = must(await admin.send<User>('GET', `/users/${hugo.id}`), 200);
    expect(user.roleId).not.toBe(viewer.role_id);
  });

  it("grant nothing beyond the approver's rights, and then nothing at all", async () => {
    await ask('Ida', 'Groma');
    const warden = await server.person(admin, 'Warden', ['admin.users'], { blockedLayers: ['secret'] });
    const requested = await find('Ida', warden);
    const boss = must(await admin.send<Role[]>('GET', '/roles?search=administrator'), 200)[0]!;
    expect((await accept(requested.id, { roleId: boss.role_id }, warden)).status).toBe(403);
    const nothing = await server.role(admin, 'Nothing', []);
    const project = await server.project(admin, 'Closed', []);
    const reach = { roleId: nothing.role_id, projectIds: [project.id] };
    expect(await accept(requested.id, reach, warden)).toMatchObject({
      status: 403,
      body: { detail: 'Your role does not have the permission projects.write.' },
    });
    const planner = await server.person(admin, 'Planner', ['admin.users', 'projects.write']);
    expect((await accept(requested.id, reach, planner)).status).toBe(404);
    expect((await find('Ida')).state).toBe('pending');
    const { userId } = must(await accept(requested.id, { roleId: nothing.role_id }, warden), 200);
    const user = must(await admin.send<User>('GET', `/users/${userId}`), 200);
    expect(user.blockedLayers).toEqual(['secret']);
  });

  it('are rejected with or without a message', async () => {
    await ask('Lea', 'Groma');
    const lea = await find('Lea');
    const answer = 'Ask the municipality first.';
    must(await admin.send('POST', `/requests/${lea.id}/refuse`, { answer }), 200);
    const mail = await mailbox.next('lea@field.example');
    expect(mail.text).toContain('your request for “Groma” was not accepted at Groma.');
    expect(mail.text).toContain(answer);
    await ask('Spam', 'Groma');
    const spam = await find('Spam');
    expect(must(await admin.send('POST', `/requests/${spam.id}/refuse`, { silent: true }), 200)).toEqual({
      userId: null,
      mailed: false,
    });
    const mails = await server.db.query(`select 1 from mails where recipient = 'spam@field.example'`);
    expect(mails).toEqual([]);
    expect((await find('Spam')).state).toBe('refused');
  });

  it('are routed by the next server where one stopped in between', async () => {
    await server.db.query(
      `insert into access_requests (name, email, wish, reason, language)
       values ('Left', 'left@field.example', 'Groma', 'x', 'en')`,
    );
    const clerk = await server.signIn('clerk@test.example', `Clerk's own password`);
    expect(await waiting(clerk, '?search=Left')).toEqual([]);
    await ask('Next', 'Groma');
    expect(await waiting(clerk, '?search=Left')).toHaveLength(1);
  });
});

describe.each(engines)('a new user without a password on the %s engine', (engine) => {
  it('is invited by e-mail and cannot sign in before', async () => {
    const mailbox = await openMailbox();
    const server = await startTestServer({ engine, config: { smtp: mailbox.url } });
    const admin = await server.admin();
    const [role] = must(await admin.send<Role[]>('GET', '/roles?search=viewer'), 200);
    const email = 'new@field.example';
    must(await admin.send('POST', '/users', { email, name: 'New', roleId: role!.role_id }), 201);
    expect((await server.send('POST', '/login', { email, password: 'anything at all' })).status).toBe(401);
    const token = /password-recovery#(\S+)/.exec((await mailbox.next(email)).text!)![1]!;
    must(await server.send('POST', '/passwordrecovery/savechange', { token, password: 'my very own' }), 204);
    expect((await server.signIn(email, 'my very own')).login.tokens).toHaveLength(1);
    await server.close();
    await mailbox.close();
  });
});
